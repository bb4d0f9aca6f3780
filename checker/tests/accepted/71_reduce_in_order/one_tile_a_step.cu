// Accepted: a tile of one value for each thread; a tree whose barriers stand at the end of a step
    // Solution 1
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step <<= 1) {
        const unsigned left = threadIdx.x * (2 * step);
        if (left + step < blockDim.x) {
            const T x = tree[left], y = tree[left + step];
            tree[left] = op(x, y);
        }
        __syncthreads();
    }
    const T result = tree[0];
    __syncthreads(); // before the next call puts its values down
    return result;
    // end of Solution 1
    // Solution 2
    const std::size_t tiles = (n + threads_per_block - 1) / threads_per_block;
    const std::size_t share = (tiles + gridDim.x - 1) / gridDim.x * threads_per_block;
    T so_far = identity;
    for (std::size_t k = 0; k < share; k += threads_per_block) {
        const std::size_t tile = blockIdx.x * share + k;
        if (tile >= n) break; // all threads of the block
        so_far = op(so_far, combine_block(tile + threadIdx.x < n ? at(tile + threadIdx.x) : identity, op));
    }
    if (threadIdx.x == 0) partials[blockIdx.x] = so_far;
    // end of Solution 2
    // Solution 3
    const dim3 blocks(blocks_for(n));
    in_order_kernel<T><<<blocks, dim3(threads_per_block)>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    in_order_kernel<T><<<dim3(1), dim3(threads_per_block)>>>(blocks.x, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
    // end of Solution 3
