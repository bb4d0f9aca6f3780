// Mistake: the highest digit is counted in each round
// Verdict: wrong_answer
// Message: These are the digits from bit 56 on
    // Solution 2:
    bins[d] = 0;
    __syncthreads();
    const Entry found = selection.bits < 64 ? ~Entry{0} << selection.bits : 0;
    const int shift = 56;
    for (int i = threadIdx.x; i < count; i += threads_per_block) {
        if ((entries[i] & found) == selection.prefix) {
            atomicAdd(&bins[entries[i] >> shift & (digits - 1)], 1);
        }
    }
    __syncthreads();
    // end of Solution 2
