// Mistake: a thread without a value in the last tile ends, and leaves its element as it was
// Verdict: fault
// Message: n = 1000, 1 block
// Only: virtual
    // Solution 2
    const std::size_t tiles = (n + threads_per_block - 1) / threads_per_block;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * threads_per_block;
    const std::size_t end = min(n, begin + tiles_per_block * threads_per_block);
    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        if (i >= end) {
            break;
        }
        so_far = op(so_far, combine_block(at(i), op));
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
    // end of Solution 2
