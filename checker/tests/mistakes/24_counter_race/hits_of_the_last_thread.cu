// Mistake: each thread writes its own count over the others
// Verdict: fault
// Message: Race reported
    // Solution 2
    unsigned mine = 0;
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] > threshold) {
            ++mine;
        }
    }
    *count = mine;
    // end of Solution 2
