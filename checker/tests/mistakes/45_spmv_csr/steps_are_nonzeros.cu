// Mistake: the ends of rows are no steps: the nonzeros alone are cut
// Verdict: fault
// Message: so many end a row
// Only: virtual
    // Solution 3:
    int low = 0, high = rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (offsets[middle + 1] < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    begins[b] = low;
    // end of Solution 3
