// Mistake: every warp clears all bins: right, and 8 times the work
// Verdict: too_much_traffic
// Message: bins are cleared one after the other, or more than once
// Only: virtual
    // Solution 1
    for (int bin = threadIdx.x % warpSize; bin < bin_count; bin += warpSize) {
        bins[bin] = 0;
    }
    __syncthreads();
    // end of Solution 1
