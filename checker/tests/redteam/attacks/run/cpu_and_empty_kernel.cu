// Attack: computes on the CPU and starts a kernel that does nothing
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

__global__ void kernel() {}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    kernel<<<1, 32>>>();
    cudaDeviceSynchronize();
}
