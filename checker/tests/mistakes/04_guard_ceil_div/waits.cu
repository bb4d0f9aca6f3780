// Mistake: waits for the kernel
// Verdict: requirement
// Message: convert() waited for the device, in cudaDeviceSynchronize
// Only: virtual
#include "guard_ceil_div.hpp"

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    const std::size_t full_blocks = n / threads_per_block;
    return static_cast<unsigned>(full_blocks + (n % threads_per_block != 0 ? 1 : 0));
}

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
    cudaDeviceSynchronize();
}
