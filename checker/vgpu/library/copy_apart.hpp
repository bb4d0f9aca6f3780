// How a library that stands in for one of NVIDIA's brings its own tables to the device.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace vgpu::library {

// Copies to the device in a stream that no stream of the program waits for: a blocking copy would
// order the program's work, and hide its races.
inline cudaError_t copy_apart(void* to, const void* from, std::size_t bytes) {
    cudaStream_t apart = nullptr;
    if (const auto error = cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
        error != cudaSuccess)
        return error;
    auto error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, apart);
    if (error == cudaSuccess) error = cudaStreamSynchronize(apart);
    cudaStreamDestroy(apart);
    return error;
}

} // namespace vgpu::library
