// Accepted: what lies beyond the largest power of two is folded in first; then halves without a remainder
    // Solution 2:
    __syncthreads();
    const unsigned power = 1u << (31 - __clz(static_cast<int>(blockDim.x)));
    if (threadIdx.x + power < blockDim.x) {
        tree[threadIdx.x] += tree[threadIdx.x + power];
    }
    for (unsigned half = power >> 1; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
    }
    // end of Solution 2
    // Solution 4:
    int blocks = 1;
    if (n > threads_per_block) blocks = static_cast<int>((n - 1) / threads_per_block) + 1;
    if (n > std::size_t{most_partials} * threads_per_block) blocks = most_partials;
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    sum_of_blocks(partials, static_cast<std::size_t>(blocks), 1, threads_per_block, result);
    // end of Solution 4
