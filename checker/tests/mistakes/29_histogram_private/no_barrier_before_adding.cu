// Mistake: adds bins in which others still count
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
