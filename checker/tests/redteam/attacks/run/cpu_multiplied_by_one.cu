// Attack: computes on the CPU, and has a kernel multiply the results by 1
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
    std::vector<std::int64_t> squares(count);
    for (std::size_t i = 0; i < count; ++i) squares[i] = input[i] * input[i];
    std::int64_t *from, *to;
    const std::size_t bytes = count * sizeof *from;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, squares.data(), bytes, cudaMemcpyHostToDevice);
    multiply<<<static_cast<unsigned>((count + 255) / 256), 256>>>(from, to, count, 1);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
}
