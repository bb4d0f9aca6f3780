// Mistake: two counts of 16 bits in a word, which 65536 keys with one digit overflow
// Verdict: wrong_answer
// Message: count_digits, n = 70000
    // Replaces
//|     __shared__ int bins[digits];
    __shared__ unsigned bins[digits / 2]; // digit d in half d % 2 of word d / 2
    // end of Replaces
    // Solution 1
    if (d < digits / 2) bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block) {
        const int digit = digit_of(ordered(keys[i]), shift);
        atomicAdd(&bins[digit / 2], digit % 2 == 0 ? 1u : 0x10000u);
    }
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = static_cast<int>(bins[d / 2] >> d % 2 * 16 & 0xffff);
    // end of Solution 1
