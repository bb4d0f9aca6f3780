// Attack: a kernel asks for a set whose rows lie so far apart that their extent begins anew at 2^64
// Verdict: requirement or fault
// Stage: run
#include "square_port.hpp"

#include <cstdio>

#undef __cudaCDP2Memset2DAsync // nothing where device code is not linked apart
extern "C" __device__ cudaError_t __cudaCDP2Memset2DAsync(void*, std::size_t, int, std::size_t,
                                                          std::size_t, cudaStream_t);

__global__ void set(char* block, int* error) {
#if __CUDA_ARCH__ == 800 // no library has that function for code that is linked
    *error = __cudaCDP2Memset2DAsync(block, std::size_t{1} << 48, 1, 1, 65537, nullptr);
#endif
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    char* block = nullptr;
    int* error = nullptr;
    cudaMalloc(&block, 64);
    cudaMallocManaged(&error, sizeof *error);
    set<<<1, 1>>>(block, error);
    cudaDeviceSynchronize();
    if (*error != cudaErrorInvalidValue) std::printf("BREACH: answered with %d\n", *error);
    cudaFree(error);
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
