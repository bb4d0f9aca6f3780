// Mistake: places of values are kept in int, which ends at 2^31
// Verdict: wrong_answer
// Message: no block came further than step
// Only: virtual
    // Solution 2
    const std::size_t tiles = (n + threads_per_block - 1) / threads_per_block;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * threads_per_block;
    const std::size_t end = min(n, begin + tiles_per_block * threads_per_block);
    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const int i = tile + threadIdx.x;
        so_far = op(so_far, combine_block(i < end ? at(i) : identity, op));
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
    // end of Solution 2
