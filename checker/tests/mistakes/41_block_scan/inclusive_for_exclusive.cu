// Mistake: gives the inclusive sums
// Verdict: wrong_answer
// Message: expected is the sum of no element
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    scan_all(x);
    if (i < n) output[i] = x[threadIdx.x];
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = x[threadIdx.x];
    // end of Solution 4
