// Mistake: thread 0 adds for all
// Verdict: requirement
// Message: 8 steps are enough for 256 values
// Only: virtual
    // Solution 3:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned k = 1; k < blockDim.x; ++k) x[k] += x[k - 1];
    }
    __syncthreads();
    if (i < n) output[i] = x[threadIdx.x];
    // end of Solution 3
