// Mistake: waits for the kernel
// Verdict: requirement
// Message: zero_suppress() waited for the device, in cudaStreamSynchronize
// Only: virtual
#include "zero_suppress.hpp"

// What becomes of one sample.
__device__ std::int16_t suppressed(std::int16_t value, std::int16_t threshold) {
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude < threshold ? std::int16_t{0} : value;
}

__global__ void zero_suppress_kernel(const std::int16_t* __restrict__ input,
                                     std::int16_t* __restrict__ output, std::size_t n,
                                     std::int16_t threshold) {
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 8
    for (std::ptrdiff_t i = first; i < end; i += stride) {
        output[i] = suppressed(input[i], threshold);
    }
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
    cudaStreamSynchronize(nullptr);
}
