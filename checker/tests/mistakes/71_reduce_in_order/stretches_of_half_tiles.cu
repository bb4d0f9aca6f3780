// Mistake: the same number of values for each block: stretches begin in the middle of a sector
// Verdict: wrong_answer
// Message: n = 1400, 3 blocks
// Message: the stretch of block 1 begins at value 467, which is no multiple of 256
// Message: share whole tiles among the blocks
    // Solution 2
    const std::size_t share = (n + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * share;
    const std::size_t end = min(n, begin + share);
    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        so_far = op(so_far, combine_block(i < end ? at(i) : identity, op));
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
    // end of Solution 2
