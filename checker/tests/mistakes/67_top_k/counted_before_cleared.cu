// Mistake: no barrier behind the clearing of the bins
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    bins[d] = 0;
    const Entry found = selection.bits < 64 ? ~Entry{0} << selection.bits : 0;
    const int shift = selection.bits - digit_bits;
    for (int i = threadIdx.x; i < count; i += threads_per_block) {
        if ((entries[i] & found) == selection.prefix) {
            atomicAdd(&bins[entries[i] >> shift & (digits - 1)], 1);
        }
    }
    __syncthreads();
    // end of Solution 2
