// Accepted: results move to the front of the tree, in one step after the other; cudaLaunchKernelEx
    // Solution 1
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned left = threads_per_block / 2; left > 0; left /= 2) {
        __syncthreads();
        T pair = own;
        if (threadIdx.x < left) pair = op(tree[2 * threadIdx.x], tree[2 * threadIdx.x + 1]);
        __syncthreads(); // every thread has read before any of them writes
        if (threadIdx.x < left) tree[threadIdx.x] = pair;
    }
    __syncthreads();
    return tree[0];
    // end of Solution 1
    // Solution 3
    const auto launch = [&](unsigned blocks, std::size_t count, auto values, T* where) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(blocks);
        config.blockDim = dim3(threads_per_block);
        check(cudaLaunchKernelEx(&config, in_order_kernel<T, decltype(values), Op>, count, values, identity, op,
                                 where));
    };
    launch(blocks_for(n), n, at, partials);
    launch(1, blocks_for(n), Elements<T>{partials}, result);
    // end of Solution 3
