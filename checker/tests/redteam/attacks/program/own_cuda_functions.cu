// Attack: puts itself in the place of cudaMemcpy() and cudaLaunchKernel()
// Verdict: forbidden or requirement
// Stage: program
#include "square_port.hpp"

extern "C" cudaError_t cudaMemcpy(void*, const void*, std::size_t, cudaMemcpyKind) {
    return cudaSuccess;
}
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t,
                                        cudaStream_t) {
    return cudaSuccess;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
