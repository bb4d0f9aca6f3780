// Lesson 38: a sum, as a tree. README.md explains; fill in the four regions marked TODO.
#include "reduce_tree.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

__global__ void sum_kernel(const float* values, std::size_t n, float* sums) {
    extern __shared__ float tree[]; // one element for each thread of the block

    // TODO 1: this thread's own sum, by a grid-stride loop; it goes into the tree.

    // end of TODO 1

    // TODO 2: halve the tree until one element is left. Any block size.

    // end of TODO 2

    // TODO 3: the block's sum goes to its place.

    // end of TODO 3
}

void sum_of_blocks(const float* values, std::size_t n, int blocks, int block_size, float* sums) {
    const std::size_t shared_bytes = block_size * sizeof(float);
    sum_kernel<<<blocks, block_size, shared_bytes>>>(values, n, sums);
    check(cudaGetLastError());
}

void sum(const float* values, std::size_t n, float* partials, float* result) {
    // TODO 4: two launches, by sum_of_blocks: one sum for each block, then their sum.

    // end of TODO 4
}
