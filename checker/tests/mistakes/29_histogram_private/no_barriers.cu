// Mistake: neither barrier
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        bins[bin] = 0;
    }

    // A grid-stride loop that asks for eight values before it uses the first: memory is far away, and
    // eight questions take no longer than one.
    // end of Solution 1
    // Solution 3
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
