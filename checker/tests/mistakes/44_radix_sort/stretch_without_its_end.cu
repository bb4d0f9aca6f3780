// Mistake: counts to the end of the array
// Verdict: wrong_answer
// Message: count_digits, n = 4097
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < n; i += threads_per_block)
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
