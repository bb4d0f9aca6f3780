// Mistake: counts the lowest digit in each pass
// Verdict: wrong_answer
// Message: These are the digits from bit 0 on
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block)
        atomicAdd(&bins[digit_of(ordered(keys[i]), 0)], 1);
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
