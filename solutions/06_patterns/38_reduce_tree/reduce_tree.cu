// Lesson 38: a sum, as a tree. README.md explains; fill in the four regions marked TODO.
#include "reduce_tree.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

__global__ void sum_kernel(const float* values, std::size_t n, float* sums) {
    extern __shared__ float tree[]; // one element for each thread of the block

    // Solution 1: a thread without any value puts down a zero: the tree does not ask which thread had
    // one. Unrolled, and signed as in lesson 08, the loop asks for eight values before it waits for
    // the first; it still adds them one after the other.
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
#pragma unroll 8
    for (std::ptrdiff_t i = first; i < end; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1

    // Solution 2: the barrier comes before each step, the first one included: the step reads what
    // other threads wrote. All threads go to it, also those that have nothing more to add. Of an
    // odd number the one in the middle stays where it is: hence rounded up.
    for (unsigned left = blockDim.x; left > 1;) {
        const unsigned half = (left + 1) / 2;
        __syncthreads();
        if (threadIdx.x < left - half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }
    // end of Solution 2

    // Solution 3: thread 0 made the last addition itself, so it needs no barrier to read it.
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = tree[0];
    }
    // end of Solution 3
}

void sum_of_blocks(const float* values, std::size_t n, int blocks, int block_size, float* sums) {
    const std::size_t shared_bytes = block_size * sizeof(float);
    sum_kernel<<<blocks, block_size, shared_bytes>>>(values, n, sums);
    check(cudaGetLastError());
}

void sum(const float* values, std::size_t n, float* partials, float* result) {
    // Solution 4: at least one block, or the launch is refused when n is 0. The second launch
    // begins when the first has ended: both are in one stream. That is the barrier between all
    // blocks.
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
    // end of Solution 4
}
