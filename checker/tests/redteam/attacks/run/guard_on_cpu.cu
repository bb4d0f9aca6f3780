// Attack: converts on the CPU, between copies, and starts kernels of the right shape that do nothing
// Verdict: requirement
// Stage: run
// Lesson: 04_guard_ceil_div
// Points: 1.5
#include "guard_ceil_div.hpp"

#include <vector>

__global__ void convert_kernel() {}

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
}

void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block) {
    if (n == 0) return;
    std::vector<std::int64_t> from(n);
    cudaMemcpy(from.data(), input, n * 8, cudaMemcpyDeviceToHost);
    const std::vector<double> to(from.begin(), from.end());
    cudaMemcpy(output, to.data(), n * 8, cudaMemcpyHostToDevice);
    convert_kernel<<<blocks_for(n, threads_per_block), threads_per_block>>>();
}
