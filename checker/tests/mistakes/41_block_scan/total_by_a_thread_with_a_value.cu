// Mistake: the last thread of the block writes the total, if it has a value
// Verdict: wrong_answer
// Message: never written
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) {
        output[i] = threadIdx.x > 0 ? x[threadIdx.x - 1] : 0;
        if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    }
    // end of Solution 4
