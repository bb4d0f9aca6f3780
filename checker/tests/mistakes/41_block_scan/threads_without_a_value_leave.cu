// Mistake: threads without a value return before the barriers
// Verdict: requirement
// Message: some threads of the block do not come to a barrier
// Only: virtual
    // Solution 3:
    if (i >= n) return;
    x[threadIdx.x] = input[i];
    __syncthreads();
    scan_all(x);
    output[i] = x[threadIdx.x];
    // end of Solution 3
