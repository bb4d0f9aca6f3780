// Lesson 12: zero suppression. README.md explains; fill in the two regions marked TODO.
#include "zero_suppress.hpp"

// What becomes of one sample.
__device__ std::int16_t suppressed(std::int16_t value, std::int16_t threshold) {
    // TODO 1: as zero_suppress.hpp has it, for every 16-bit number.
    return value;
    // end of TODO 1
}

__global__ void zero_suppress_kernel(const std::int16_t* __restrict__ input,
                                     std::int16_t* __restrict__ output, std::size_t n,
                                     std::int16_t threshold) {
    // TODO 2: all samples, on any grid.

    // end of TODO 2
}

void zero_suppress(const std::int16_t* input, std::int16_t* output, std::size_t n,
                   std::int16_t threshold) {
    if (n == 0) {
        return;
    }
    constexpr unsigned threads_per_block = 256;
    constexpr std::size_t most_blocks = 8192;
    const std::size_t blocks = (n + threads_per_block - 1) / threads_per_block;
    zero_suppress_kernel<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks),
                           threads_per_block>>>(input, output, n, threshold);
}
