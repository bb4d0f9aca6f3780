// Mistake: the first warp of a block adds all bins, 32 at a time
// Verdict: requirement
// Message: one warp of a block clears, or adds, more bins
// Only: virtual
    // Solution 3
    __syncthreads();
    for (int bin = threadIdx.x; threadIdx.x < 32 && bin < bin_count; bin += 32) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
