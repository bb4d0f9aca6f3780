// Mistake: a single block adds all values
// Verdict: requirement
// Message: is asked for
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
    sum_of_blocks(values, n, 1, threads_per_block, partials);
    sum_of_blocks(partials, 1, 1, threads_per_block, result);
    // end of Solution 4
