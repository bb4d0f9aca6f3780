// Mistake: blocks add their sums to the result in the order in which they happen to end
// Verdict: wrong_answer
// Message: expected is what the first call gave
// Only: virtual
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
    // Solution 3
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = tree[0];
    }
}

__global__ void add_block(const float* partials, float* result) {
    atomicAdd(result, partials[blockIdx.x]);
    // end of Solution 3
    // Solution 4
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    check(cudaMemsetAsync(result, 0, sizeof(float)));
    add_block<<<blocks, 1>>>(partials, result);
    check(cudaGetLastError());
    // end of Solution 4
