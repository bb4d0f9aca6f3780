// Mistake: the total is the last exclusive sum: the last value is missing
// Verdict: wrong_answer
// Message: totals[0] is
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    const int before = threadIdx.x > 0 ? x[threadIdx.x - 1] : 0;
    if (i < n) output[i] = before;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = before;
    // end of Solution 4
