// Mistake: each thread adds up all values before its own, from global memory
// Verdict: too_much_traffic
// Message: read once from global memory
// Only: virtual
    // Solution 3:
    int sum = 0;
    for (std::size_t k = i - threadIdx.x; k <= i && k < n; ++k) sum += input[k];
    x[threadIdx.x] = sum;
    __syncthreads();
    if (i < n) output[i] = x[threadIdx.x];
    // end of Solution 3
