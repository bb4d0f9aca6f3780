// Attack: host functions in the stream that wait for that stream, and start host functions
// Verdict: any
// Stage: run
#include "square_port.hpp"

static void again(void*) {
    cudaDeviceSynchronize();
    cudaLaunchHostFunc(nullptr, again, nullptr);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    cudaLaunchHostFunc(nullptr, again, nullptr);
    void* block = nullptr;
    cudaMalloc(&block, 100);
    cudaMemset(block, 0, 100);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
