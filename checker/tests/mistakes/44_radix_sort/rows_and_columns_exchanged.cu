// Mistake: a stretch has a row of the table
// Verdict: wrong_answer
// Message: Rows and columns are exchanged
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block)
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    __syncthreads();
    counts[blockIdx.x * digits + d] = bins[d];
    // end of Solution 1
