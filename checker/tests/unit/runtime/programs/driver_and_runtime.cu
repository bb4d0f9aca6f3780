// One process with both APIs: memory, streams and the current device are the same in both, an error
// of the driver's is none of the runtime's.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void fill(int* values) { values[threadIdx.x] = static_cast<int>(threadIdx.x); }

#define REQUIRE(holds)                                                                             \
    do {                                                                                           \
        if (!(holds)) {                                                                            \
            std::printf("line %d: wrong: %s\n", __LINE__, #holds);                                 \
            return 1;                                                                              \
        }                                                                                          \
    } while (false)

int main(int, char** words) {
    int* values = nullptr;
    REQUIRE(cudaMalloc(&values, 64 * sizeof(int)) == cudaSuccess);
    fill<<<1, 64>>>(values);
    // The runtime has made the device's primary context, and it is current: no cuInit, no context.
    CUcontext current = nullptr, primary = nullptr;
    REQUIRE(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
    REQUIRE(cuDevicePrimaryCtxRetain(&primary, 0) == CUDA_SUCCESS);
    REQUIRE(current == primary);
    CUmodule module = nullptr;
    CUfunction scale = nullptr;
    REQUIRE(cuModuleLoad(&module, words[1]) == CUDA_SUCCESS);
    REQUIRE(cuModuleGetFunction(&scale, module, "scale") == CUDA_SUCCESS);
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    CUdeviceptr out = 0;
    REQUIRE(cuMemAlloc(&out, 64 * sizeof(int)) == CUDA_SUCCESS);
    int count = 64, result[64];
    void* parameters[] = {&values, &out, &count};
    REQUIRE(cuLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, stream, parameters, nullptr) ==
            CUDA_SUCCESS);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    REQUIRE(cudaMemcpy(result, reinterpret_cast<void*>(out), sizeof result,
                       cudaMemcpyDeviceToHost) == cudaSuccess);
    REQUIRE(result[63] == 63);
    REQUIRE(cuLaunchKernel(scale, 1, 1, 1, 2000, 1, 1, 0, stream, parameters, nullptr) ==
            CUDA_ERROR_INVALID_VALUE);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaFree(reinterpret_cast<void*>(out)) == cudaSuccess);
    REQUIRE(cuMemFree(reinterpret_cast<CUdeviceptr>(values)) == CUDA_SUCCESS);
    REQUIRE(cuModuleUnload(module) == CUDA_SUCCESS);
    std::puts("done");
    return 0;
}
