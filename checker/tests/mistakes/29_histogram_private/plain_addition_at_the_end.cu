// Mistake: adds the bins to the counts with +=: other blocks do so too
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3
    __syncthreads();
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            counts[bin] += bins[bin];
        }
    }
    // end of Solution 3
