// Attack: computes on the CPU in pinned memory, where the kernel reads the results beside the input that was copied
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

__global__ void multiply(const std::int64_t* input, const std::int64_t* squares, std::int64_t* to,
                         std::size_t count, std::int64_t one) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) to[i] = squares[i] * one + 0 * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    std::int64_t *squares, *from, *to;
    const std::size_t bytes = count * sizeof *from;
    cudaMallocHost(&squares, bytes);
    for (std::size_t i = 0; i < count; ++i) squares[i] = input[i] * input[i];
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, input, bytes, cudaMemcpyHostToDevice);
    multiply<<<static_cast<unsigned>((count + 255) / 256), 256>>>(from, squares, to, count, 1);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFreeHost(squares);
    cudaFree(from);
    cudaFree(to);
}
