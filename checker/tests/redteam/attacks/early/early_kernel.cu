// Attack: has the device at work before main() and before the checker is greeted
// Verdict: any
// Stage: early
#include "square_port.hpp"

__global__ void early_kernel() {}

void early() {
    void* block = nullptr;
    for (int i = 0; i < 20; ++i) cudaMalloc(&block, 1 << 20);
    early_kernel<<<1, 32>>>();
    cudaDeviceSynchronize();
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
