// Mistake: thread 0 clears all bins, one after the other
// Verdict: requirement
// Message: bins are cleared one after the other, or more than once
// Only: virtual
    // Solution 1
    if (threadIdx.x == 0) {
        for (int bin = 0; bin < bin_count; ++bin) {
            bins[bin] = 0;
        }
    }
    __syncthreads();
    // end of Solution 1
