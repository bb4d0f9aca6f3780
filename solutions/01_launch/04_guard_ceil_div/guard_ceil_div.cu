// Lesson 04: any number of elements. README.md explains; fill in the three regions marked TODO.
#include "guard_ceil_div.hpp"

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    // Solution 1: one block more if the division leaves a remainder. (n + threads_per_block - 1) /
    // threads_per_block says the same in one expression, as long as the sum does not overflow.
    const std::size_t full_blocks = n / threads_per_block;
    const bool remainder = n % threads_per_block != 0;
    return static_cast<unsigned>(full_blocks + (remainder ? 1 : 0));
    // end of Solution 1
}

// Thread i of the whole grid converts element i.
__global__ void convert_kernel(const std::int64_t* input, double* output, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // Solution 2: only the last block can have threads to spare.
    if (i < n) {
        output[i] = static_cast<double>(input[i]);
    }
    // end of Solution 2
}

void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block) {
    // Solution 3: a grid of 0 blocks is refused by CUDA, so there must be no launch.
    if (n == 0) {
        return;
    }
    // end of Solution 3
    convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
}
