// Attack: computes on the CPU in the caller's input, copies that, and puts the input back
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <vector>

__global__ void multiply(const std::int64_t* from, std::int64_t* to, std::size_t count,
                         std::int64_t one) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i] * one;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    const std::vector<std::int64_t> before(input, input + count);
    auto* const numbers = const_cast<std::int64_t*>(input);
    for (std::size_t i = 0; i < count; ++i) numbers[i] *= numbers[i];
    std::int64_t *from, *to;
    const std::size_t bytes = count * sizeof *from;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, numbers, bytes, cudaMemcpyHostToDevice);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = before[i];
    multiply<<<static_cast<unsigned>((count + 255) / 256), 256>>>(from, to, count, 1);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
}
