// Mistake: as many bytes of shared memory as threads
// Verdict: fault
// Message: 1 byte of shared memory
// Only: virtual
// Lesson 38: a sum, as a tree. README.md explains; fill in the four regions marked TODO.
#include "reduce_tree.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

__global__ void sum_kernel(const float* values, std::size_t n, float* sums) {
    extern __shared__ float tree[]; // one element for each thread of the block

    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;

    for (unsigned left = blockDim.x; left > 1;) {
        const unsigned half = (left + 1) / 2;
        __syncthreads();
        if (threadIdx.x < left - half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }

    if (threadIdx.x == 0) {
        sums[blockIdx.x] = tree[0];
    }
}

void sum_of_blocks(const float* values, std::size_t n, int blocks, int block_size, float* sums) {
    const std::size_t shared_bytes = block_size;
    sum_kernel<<<blocks, block_size, shared_bytes>>>(values, n, sums);
    check(cudaGetLastError());
}

void sum(const float* values, std::size_t n, float* partials, float* result) {
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
}
