// Mistake: the next tile is put down while thread 0 still reads the last one
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
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
        so_far = op(so_far, combine_block(i < end ? at(i) : identity, op));
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
