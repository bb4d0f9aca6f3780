// Mistake: one block, a thread per element: ends at 1024
// Verdict: requirement
// Message: grid 1 and block 10; grid 1 and block 32 is asked for
#include "guard_ceil_div.hpp"

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    const std::size_t full_blocks = n / threads_per_block;
    const bool remainder = n % threads_per_block != 0;
    return static_cast<unsigned>(full_blocks + (remainder ? 1 : 0));
}

// Thread i of the whole grid converts element i.
__global__ void convert_kernel(const std::int64_t* input, double* output, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        output[i] = static_cast<double>(input[i]);
    }
}

void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block) {
    if (n == 0) {
        return;
    }
    convert_kernel<<<1, static_cast<unsigned>(n)>>>(input, output, n);
}
