// Mistake: only block 0 adds its bins
// Verdict: wrong_answer
// Message: all wrong elements are too small
    // Solution 3
    __syncthreads();
    if (blockIdx.x > 0) {
        return;
    }
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
