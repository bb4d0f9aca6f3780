// Mistake: all keys are counted in the own block
// Verdict: wrong_answer
// Message: was counted
// Only: virtual
    // Solution 4:
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    const std::size_t first = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
    for (std::size_t i = first; i < n; i += step) {
        atomicAdd(&own[keys[i] % of_block], 1u);
    }
    cluster.sync();
    // end of Solution 4
