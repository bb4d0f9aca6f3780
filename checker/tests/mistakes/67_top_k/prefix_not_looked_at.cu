// Mistake: all entries are counted for each digit
// Verdict: wrong_answer
// Message: All entries are counted
    // Solution 2:
    bins[d] = 0;
    __syncthreads();
    const Entry found = selection.bits < 64 ? ~Entry{0} << selection.bits : 0;
    const int shift = selection.bits - digit_bits;
    for (int i = threadIdx.x; i < count; i += threads_per_block) {
        if ((entries[i] & found) == (entries[i] & found)) {
            atomicAdd(&bins[entries[i] >> shift & (digits - 1)], 1);
        }
    }
    __syncthreads();
    // end of Solution 2
