// How the library's kernels are launched, and what cuRAND makes of the runtime's errors.
#pragma once

#include <cuda_runtime_api.h>
#include <curand.h>

#include <cstddef>

namespace vgpu::curand {

inline curandStatus_t status_of(cudaError_t error) {
    if (error == cudaSuccess) return CURAND_STATUS_SUCCESS;
    return error == cudaErrorMemoryAllocation ? CURAND_STATUS_ALLOCATION_FAILED
                                              : CURAND_STATUS_LAUNCH_FAILURE;
}

// Launches as many blocks as `threads` threads need.
template <class Kernel, class... Arguments>
curandStatus_t launch(Kernel* kernel, std::size_t threads, cudaStream_t stream,
                      Arguments... arguments) {
    constexpr unsigned block = 64;
    void* pointers[] = {&arguments...};
    return status_of(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                      dim3(static_cast<unsigned>((threads + block - 1) / block)),
                                      dim3(block), pointers, 0, stream));
}

} // namespace vgpu::curand
