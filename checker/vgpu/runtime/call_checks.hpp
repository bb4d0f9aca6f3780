// What many functions of the API check first: each answer says what is wrong (Call::fail).
#pragma once

#include "vgpu/runtime/runtime.hpp"

#include <fmt/format.h>

namespace vgpu::runtime {

inline cudaError_t null_answer(Call& call) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a null pointer for its answer", call.api));
}

inline cudaError_t check_device(Call& call, int device) {
    if (call.has_device(device)) return cudaSuccess;
    return call.fail(cudaErrorInvalidDevice, fmt::format("there is no device {}", device));
}

inline cudaError_t check_pool(Call& call, cudaMemPool_t handle, PoolPointer& pool) {
    pool = call.runtime.pools.find(handle);
    return pool != nullptr
               ? cudaSuccess
               : call.fail(cudaErrorInvalidValue,
                           fmt::format("{} was given a pool that does not exist", call.api));
}

// Whether a copy's kind is the one that its name says, or one that asks where the pointers lead.
inline cudaError_t check_kind(Call& call, cudaMemcpyKind kind, cudaMemcpyKind natural) {
    if (kind == natural || kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault)
        return cudaSuccess;
    return call.fail(cudaErrorInvalidMemcpyDirection,
                     fmt::format("{} was asked to copy the other way", call.api));
}

} // namespace vgpu::runtime
