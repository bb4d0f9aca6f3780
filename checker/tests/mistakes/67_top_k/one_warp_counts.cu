// Mistake: the first warp of the block counts all entries
// Verdict: requirement
// Message: all threads of the block are to count entries
// Only: virtual
    // Solution 2
    bins[d] = 0;
    __syncthreads();
    const Entry found = selection.bits < 64 ? ~Entry{0} << selection.bits : 0;
    const int shift = selection.bits - digit_bits;
    for (int i = threadIdx.x; threadIdx.x < 32 && i < count; i += 32) {
        if ((entries[i] & found) == selection.prefix) {
            atomicAdd(&bins[entries[i] >> shift & (digits - 1)], 1);
        }
    }
    __syncthreads();
    // end of Solution 2
