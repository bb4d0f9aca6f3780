// Mistake: replaces the counts atomically, which is still replacing
// Verdict: wrong_answer
// Message: element
    // Solution 3
    __syncthreads();
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            atomicExch(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
