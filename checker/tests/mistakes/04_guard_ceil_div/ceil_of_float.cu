// Mistake: rounds up in float, which cannot count beyond 2^24
// Verdict: wrong_answer
// Message: blocks_for() returned 16777216; expected 16777217
#include "guard_ceil_div.hpp"

#include <cmath>

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    return static_cast<unsigned>(std::ceil(static_cast<float>(n) / threads_per_block));
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
    convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>(input, output, n);
}
