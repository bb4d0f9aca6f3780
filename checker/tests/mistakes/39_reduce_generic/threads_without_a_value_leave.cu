// Mistake: who has no value in the last tile ends, and leaves its element as it was
// Verdict: fault
// Message: was all of the tile filled
// Only: virtual
// Solution 6
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
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
