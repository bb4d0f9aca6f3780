// Mistake: what is counted is the digit of a float made a whole number, not that of its ordered bits
// Verdict: fault
// Message: other_keys[
// Only: virtual
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block)
        atomicAdd(&bins[digit_of(static_cast<std::uint32_t>(keys[i]), shift)], 1);
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
