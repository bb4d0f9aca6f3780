// Allocation, and questions about memory.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/copies.hpp"
#include "vgpu/runtime/twin.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

cudaError_t check_stream(Call& call, cudaStream_t stream) {
    return call.runtime.streams.knows(stream)
               ? cudaSuccess
               : call.fail(cudaErrorInvalidResourceHandle, "the stream does not exist");
}

// Where managed memory should be is a hint; that it is managed memory is checked.
cudaError_t check_managed(Call& call, const void* address, std::uint64_t bytes) {
    const Pointer pointer = classify(call, address);
    if (pointer.place == Pointer::Place::both &&
        call.runtime.owned.at(pointer.allocation->address).kind == MemoryKind::managed &&
        call.memory().contains(pointer.address, bytes))
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the range given to {} is not managed memory", call.api));
}

constexpr unsigned host_alloc_flags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;

cudaError_t allocate_pitched(Call& call, void** pointer, size_t* pitch, std::uint64_t width,
                             std::uint64_t rows) {
    if (pitch == nullptr) return call.fail(cudaErrorInvalidValue, "the pitch pointer is null");
    if (width > INT32_MAX)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("rows of {} bytes are too long", width));
    const std::uint64_t padded = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(padded, rows, &bytes))
        return call.fail(cudaErrorMemoryAllocation, "the size overflows");
    const cudaError_t error = allocate(call, pointer, bytes, MemoryKind::device);
    if (error == cudaSuccess) *pitch = padded;
    return error;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return api_call(__func__,
                    [&](Call& call) { return allocate(call, pointer, bytes, MemoryKind::device); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess ? error : allocate(call, pointer, bytes, MemoryKind::device);
    });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (bytes == 0 || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return call.fail(cudaErrorInvalidValue, "0 bytes or unknown flags of managed memory");
        return allocate(call, pointer, bytes, MemoryKind::managed, flags);
    });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
    return api_call(__func__,
                    [&](Call& call) { return allocate(call, pointer, bytes, MemoryKind::pinned); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if ((flags & ~host_alloc_flags) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        return allocate(call, pointer, bytes, MemoryKind::pinned, flags);
    });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    return api_call(__func__, [&](Call& call) {
        return allocate_pitched(call, pointer, pitch, width, height);
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
    return api_call(__func__, [&](Call& call) {
        std::uint64_t rows = 0;
        if (pitched == nullptr || __builtin_mul_overflow(extent.height, extent.depth, &rows))
            return call.fail(cudaErrorInvalidValue, "a null pointer or an extent that overflows");
        pitched->xsize = extent.width;
        pitched->ysize = extent.height;
        return allocate_pitched(call, &pitched->ptr, &pitched->pitch, extent.width, rows);
    });
}

cudaError_t cudaFree(void* pointer) {
    return api_call(__func__, [&](Call& call) { return release(call, pointer, false); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess ? error : release(call, pointer, false, false);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return api_call(__func__, [&](Call& call) { return release(call, pointer, true); });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        const Pointer pointer = classify(call, host_pointer);
        if (device_pointer == nullptr || flags != 0 || pointer.place != Pointer::Place::both)
            return call.fail(cudaErrorInvalidValue, "the pointer is not one of pinned host memory");
        *device_pointer = host_pointer; // unified addressing: one pointer for both
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host_pointer) {
    return api_call(__func__, [&](Call& call) {
        const auto owned = call.runtime.owned.find(reinterpret_cast<std::uint64_t>(host_pointer));
        if (flags == nullptr || owned == call.runtime.owned.end() ||
            owned->second.kind != MemoryKind::pinned)
            return call.fail(cudaErrorInvalidValue, "the pointer is not one of pinned host memory");
        *flags = owned->second.flags | cudaHostAllocMapped; // always so under unified addressing
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return api_call(__func__, [&](Call& call) {
        if (free_bytes == nullptr || total_bytes == nullptr)
            return call.fail(cudaErrorInvalidValue, "a pointer for the answer is null");
        *total_bytes = call.memory().total_bytes();
        *free_bytes = *total_bytes - call.memory().used_bytes();
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return api_call(__func__, [&](Call& call) {
        if (attributes == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        // Fields one by one: the struct of CUDA 12 is shorter than that of 13.
        attributes->type = cudaMemoryTypeUnregistered;
        attributes->device = cudaInvalidDeviceId;
        attributes->devicePointer = nullptr;
        attributes->hostPointer = const_cast<void*>(pointer);
        const Pointer found = classify(call, pointer);
        if (!found.device_side()) return cudaSuccess;
        const auto owned = call.runtime.owned.find(found.allocation->address);
        const MemoryKind kind =
            owned == call.runtime.owned.end() ? MemoryKind::device : owned->second.kind;
        attributes->type = kind == MemoryKind::device   ? cudaMemoryTypeDevice
                           : kind == MemoryKind::pinned ? cudaMemoryTypeHost
                                                        : cudaMemoryTypeManaged;
        attributes->device = 0;
        attributes->devicePointer = const_cast<void*>(pointer);
        if (kind == MemoryKind::device) attributes->hostPointer = nullptr;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPrefetchAsync(const void* address, size_t bytes, cudaMemLocation, unsigned,
                                 cudaStream_t) {
    return api_call(__func__, [&](Call& call) { return check_managed(call, address, bytes); });
}

cudaError_t cudaMemAdvise(const void* address, size_t bytes, cudaMemoryAdvise, cudaMemLocation) {
    return api_call(__func__, [&](Call& call) { return check_managed(call, address, bytes); });
}

} // extern "C"

// CUDA 12 has other parameters behind the first two under the plain names, and these under _v2.
WORKBOOK_TWIN(cudaMemPrefetchAsync, _ptsz);
WORKBOOK_TWIN(cudaMemPrefetchAsync, _v2);
WORKBOOK_TWIN(cudaMemPrefetchAsync, _v2_ptsz);
WORKBOOK_TWIN(cudaMemAdvise, _v2);
WORKBOOK_TWIN(cudaMallocAsync, _ptsz);
WORKBOOK_TWIN(cudaFreeAsync, _ptsz);
