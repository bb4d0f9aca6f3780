// Mistake: the same number of values for each block: stretches begin in the middle of a sector
// Verdict: too_much_traffic
// Message: block 1 begins at value 586
// Message: share whole tiles among the blocks
// Solution 6:
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
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
