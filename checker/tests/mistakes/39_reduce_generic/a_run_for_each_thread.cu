// Mistake: in order, but each thread reads a stretch of its own
// Verdict: too_much_traffic
// Message: neighbouring threads are to read neighbouring values
// Only: virtual
// Solution 6
template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t run = (n + threads - 1) / threads;
    const std::size_t begin = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * run;
    T own = identity;
    for (std::size_t i = begin; i < min(n, begin + run); ++i) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
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
