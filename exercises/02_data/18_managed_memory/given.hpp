// Lesson 18, given: CUDA 13's form of cudaMemPrefetchAsync for older toolkits.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#if CUDART_VERSION < 13000
// Older toolkits take a device's number, or cudaCpuDeviceId, in place of the location.
inline cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, cudaMemLocation where,
                                        unsigned, cudaStream_t stream = nullptr) {
    const int place = where.type == cudaMemLocationTypeDevice ? where.id : cudaCpuDeviceId;
    return cudaMemPrefetchAsync(memory, bytes, place, stream);
}
#endif
