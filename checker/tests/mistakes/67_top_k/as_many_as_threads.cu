// Mistake: only the first 256 entries are counted
// Verdict: wrong_answer
// Message: count_digit, count = 1000
    // Solution 2:
    bins[d] = 0;
    __syncthreads();
    const Entry found = selection.bits < 64 ? ~Entry{0} << selection.bits : 0;
    const int shift = selection.bits - digit_bits;
    if (const int i = threadIdx.x; i < count) {
        if ((entries[i] & found) == selection.prefix) {
            atomicAdd(&bins[entries[i] >> shift & (digits - 1)], 1);
        }
    }
    __syncthreads();
    // end of Solution 2
