// Mistake: the last block's bins replace those of all others
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3
    __syncthreads();
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        counts[bin] = bins[bin];
    }
    // end of Solution 3
