// Mistake: a block for every 256 values, more than there is room for
// Verdict: fault
// Message: and partials has 1024 elements
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
    // Solution 4
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::max<std::size_t>(blocks_needed, 1));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
