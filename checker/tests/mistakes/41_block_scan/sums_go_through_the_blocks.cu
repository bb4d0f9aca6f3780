// Mistake: the first element of a block takes over the sum that the block before has just written
// Verdict: fault
// Message: Race reported in global memory
// Only: virtual
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = threadIdx.x > 0 ? x[threadIdx.x - 1] : (i > 0 ? output[i - 1] : 0);
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    // end of Solution 4
