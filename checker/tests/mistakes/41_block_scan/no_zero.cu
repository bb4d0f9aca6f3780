// Mistake: threads without a value leave their element as it is
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 4:
    if (i < n) x[threadIdx.x] = input[i];
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = threadIdx.x > 0 ? x[threadIdx.x - 1] : 0;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    // end of Solution 4
