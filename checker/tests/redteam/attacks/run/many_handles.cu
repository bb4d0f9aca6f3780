// Attack: a hundred thousand streams and events that are not given back
// Verdict: any
// Stage: run
#include "square_port.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    for (int i = 0; i < 100000 && cudaStreamCreate(&stream) == cudaSuccess; ++i) {
    }
    for (int i = 0; i < 100000 && cudaEventCreate(&event) == cudaSuccess; ++i) {
    }
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
