// Mistake: each of the 256 threads adds all bins
// Verdict: wrong_answer
// Message: 256 times what it should be
    // Solution 3
    __syncthreads();
    for (int bin = 0; bin < bin_count; ++bin) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
