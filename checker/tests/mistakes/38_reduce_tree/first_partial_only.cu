// Mistake: takes the first block's sum for the result
// Verdict: wrong_answer
// Message: 4 blocks in the first launch
// Message: elements 256 to 1022 of `values` are missing
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
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    check(cudaMemcpyAsync(result, partials, sizeof(float), cudaMemcpyDeviceToDevice));
    // end of Solution 4
