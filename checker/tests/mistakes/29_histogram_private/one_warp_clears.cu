// Mistake: the first warp of a block clears all bins, 32 at a time
// Verdict: requirement
// Message: one warp of a block clears, or adds, more bins
// Only: virtual
    // Solution 1
    for (int bin = threadIdx.x; threadIdx.x < 32 && bin < bin_count; bin += 32) {
        bins[bin] = 0;
    }
    __syncthreads();
    // end of Solution 1
