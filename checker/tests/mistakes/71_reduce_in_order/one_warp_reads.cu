// Mistake: the first warp of a block reads the whole tile
// Verdict: requirement
// Message: all threads of a block are to read values
// Only: virtual
    // Solution 2
    constexpr std::size_t values_per_thread = 9;
    constexpr std::size_t tile_size = values_per_thread * threads_per_block;
    __shared__ T values[tile_size];
    const std::size_t tiles = (n + tile_size - 1) / tile_size;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * tile_size;
    const std::size_t end = min(n, begin + tiles_per_block * tile_size);

    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += tile_size) {
        for (std::size_t k = threadIdx.x; threadIdx.x < 32 && k < tile_size; k += 32) {
            values[k] = tile + k < end ? at(tile + k) : identity;
        }
        __syncthreads();
        T own = values[threadIdx.x * values_per_thread];
        for (std::size_t k = 1; k < values_per_thread; ++k) {
            own = op(own, values[threadIdx.x * values_per_thread + k]);
        }
        so_far = op(so_far, combine_block(own, op));
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
    // end of Solution 2
