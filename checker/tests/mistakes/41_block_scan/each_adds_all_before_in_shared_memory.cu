// Mistake: each thread adds up all values before its own, from shared memory
// Verdict: too_much_traffic
// Message: 8 steps are enough for 256 values
// Only: virtual
    // Solution 4:
    x[threadIdx.x] = i < n ? input[i] : 0;
    __syncthreads();
    int sum = 0;
    for (unsigned k = 0; k < threadIdx.x; ++k) sum += x[k];
    if (i < n) output[i] = sum;
    if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = sum + x[threadIdx.x];
    // end of Solution 4
