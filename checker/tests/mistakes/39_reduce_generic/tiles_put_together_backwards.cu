// Mistake: a new tile goes to the left of those before it
// Verdict: wrong_answer
// Message: The factors are right, which any order gives
// Solution 6
constexpr std::size_t values_per_thread = 9;

template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    constexpr std::size_t tile_size = values_per_thread * threads_per_block;
    __shared__ T values[tile_size];
    const std::size_t tiles = (n + tile_size - 1) / tile_size;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * tile_size;
    const std::size_t end = min(n, begin + tiles_per_block * tile_size);

    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += tile_size) {
        for (std::size_t k = threadIdx.x; k < tile_size; k += threads_per_block) {
            values[k] = tile + k < end ? at(tile + k) : identity;
        }
        __syncthreads();
        T own = values[threadIdx.x * values_per_thread];
        for (std::size_t k = 1; k < values_per_thread; ++k) {
            own = op(own, values[threadIdx.x * values_per_thread + k]);
        }
        so_far = op(combine_block(own, op), so_far); // its barriers also guard `values`
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
}

template <typename T, typename At, typename Op>
void reduce_in_order(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    in_order_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
}
// end of Solution 6
