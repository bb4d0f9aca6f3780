// Attack: a million calls of the CUDA runtime
// Verdict: any
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* block = nullptr;
    cudaMalloc(&block, 8);
    static int calls = 0;
    for (; calls < 300000; ++calls) {
        cudaMemsetAsync(block, 0, 1);
        cudaGetLastError();
        cudaStreamQuery(nullptr);
    }
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
