// Mistake: begins[shares] is not written
// Verdict: fault
// Message: 
// Only: virtual
    // Solution 3:
    int low = 0, high = rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (offsets[middle + 1] + middle < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (b < shares) begins[b] = low;
    // end of Solution 3
