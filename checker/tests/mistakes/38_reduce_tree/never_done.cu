// Mistake: halves for ever: of one element, one is left
// Verdict: fault
// Message: Endless loop: threads come round again with the same values in all variables
// Only: virtual
    // Solution 2:
    for (unsigned left = blockDim.x; left > 0;) {
        const unsigned half = (left + 1) / 2;
        __syncthreads();
        if (threadIdx.x < left - half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }
    // end of Solution 2
