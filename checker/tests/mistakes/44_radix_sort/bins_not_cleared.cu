// Mistake: the counts of the block do not begin with 0
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 1:
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block)
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
