// Attack: squares on the CPU in managed memory, and starts a kernel that looks at it
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

__global__ void kernel(std::int64_t* values, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) values[i] ^= 0;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* managed = nullptr;
    if (count == 0 || cudaMallocManaged(&managed, count * sizeof *managed) != cudaSuccess) return;
    for (std::size_t i = 0; i < count; ++i) managed[i] = input[i] * input[i];
    kernel<<<static_cast<unsigned>((count + 255) / 256), 256>>>(managed, count);
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = managed[i];
    cudaFree(managed);
}
