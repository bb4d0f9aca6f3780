// Mistake: one thread goes through all counts, one after the other
// Verdict: requirement
// Message: the threads of the block are to share the counts
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int s = 0; s < stretches; ++s) {
            const int own = counts[s];
            counts[s] = sum;
            sum += own;
        }
        *total = sum;
    }
    // end of Solution 2
