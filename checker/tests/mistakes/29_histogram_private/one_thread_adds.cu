// Mistake: thread 0 adds all bins, one after the other
// Verdict: requirement
// Message: the bins are added one after the other
// Only: virtual
    // Solution 3
    __syncthreads();
    for (int bin = 0; threadIdx.x == 0 && bin < bin_count; ++bin) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
