// Accepted: neighbours are combined, with the later value on the left; one value at a time
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step <<= 1) {
        const unsigned left = threadIdx.x * (2 * step);
        if (left + step < blockDim.x) {
            const T x = tree[left], y = tree[left + step];
            tree[left] = op(y, x);
        }
        __syncthreads();
    }
    return tree[0];
    // end of Solution 1
    // Solution 2
    T own = identity;
    for (std::size_t i = blockIdx.x * std::size_t{threads_per_block} + threadIdx.x; i < n;
         i += gridDim.x * std::size_t{threads_per_block}) {
        own = op(at(i), own);
    }
    const T all = combine_block(own, op);
    if (threadIdx.x == 0) partials[blockIdx.x] = all;
    // end of Solution 2
