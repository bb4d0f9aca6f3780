// Allocation, and questions about memory.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/copies.hpp"
#include "vgpu/support/round_up.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

using namespace vgpu::runtime;

namespace {

constexpr unsigned host_alloc_flags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;

constexpr unsigned host_register_flags = cudaHostRegisterPortable | cudaHostRegisterMapped |
                                         cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;

cudaError_t allocate_pitched(Call& call, void** pointer, size_t* pitch, std::uint64_t width,
                             std::uint64_t rows) {
    if (pitch == nullptr) return null_answer(call);
    if (width > INT32_MAX)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("rows of {} bytes are too long", width));
    const std::uint64_t padded = vgpu::round_up(width, pitch_alignment);
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(padded, rows, &bytes))
        return call.fail(cudaErrorMemoryAllocation, "the size overflows");
    const cudaError_t error = allocate(call, pointer, bytes, MemoryKind::device);
    if (error == cudaSuccess) *pitch = padded;
    return error;
}

// Asks about pinned memory of the host, which the program has registered or the runtime allocated.
template <class OfRegistered, class OfAllocated>
cudaError_t ask_pinned(Call& call, void* host_pointer, OfRegistered&& of_registered,
                       OfAllocated&& of_allocated) {
    const auto address = reinterpret_cast<std::uint64_t>(host_pointer);
    const auto* registered = call.runtime.registered.find(address);
    const Pointer pointer = classify(call, host_pointer);
    if (registered != nullptr)
        of_registered(*registered);
    else if (pointer.place == Pointer::Place::both && !pointer.managed)
        of_allocated(pointer);
    else
        return call.fail(cudaErrorInvalidValue, "the pointer is not one of pinned host memory");
    return cudaSuccess;
}

// The range that was registered with this pointer.
cudaError_t find_registered(Call& call, void* host_pointer, const RegisteredMemory::Range*& range) {
    const auto address = reinterpret_cast<std::uint64_t>(host_pointer);
    range = call.runtime.registered.find(address);
    if (range != nullptr && range->begin == address) return cudaSuccess;
    return call.fail(host_pointer == nullptr || range != nullptr ||
                             classify(call, host_pointer).place != Pointer::Place::host
                         ? cudaErrorInvalidValue
                         : cudaErrorHostMemoryNotRegistered,
                     "the pointer is not the start of a range given to cudaHostRegister");
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return api_call(__func__,
                    [&](Call& call) { return allocate(call, pointer, bytes, MemoryKind::device); });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if ((flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return call.fail(cudaErrorInvalidValue, "unknown flags of managed memory");
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
    return api_call(__func__, [&](Call& call) { return release(call, pointer, {}); });
}

cudaError_t cudaFreeHost(void* pointer) {
    return api_call(__func__, [&](Call& call) { return release(call, pointer, {.pinned = true}); });
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host_pointer, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (device_pointer == nullptr || flags != 0)
            return call.fail(cudaErrorInvalidValue, "a null pointer for the answer, or flags");
        return ask_pinned(
            call, host_pointer,
            [&](const auto& registered) {
                const auto address = reinterpret_cast<std::uint64_t>(host_pointer);
                *device_pointer = reinterpret_cast<void*>(registered.device_address(address));
            },
            [&](const Pointer&) { *device_pointer = host_pointer; }); // one pointer for both
    });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host_pointer) {
    return api_call(__func__, [&](Call& call) {
        if (flags == nullptr) return null_answer(call);
        // Always mapped under unified addressing.
        return ask_pinned(
            call, host_pointer,
            [&](const auto& registered) { *flags = registered.flags | cudaHostRegisterMapped; },
            [&](const Pointer& pointer) {
                const auto& owned = call.runtime.owned.at(pointer.allocation->address);
                *flags = owned.flags | cudaHostAllocMapped;
            });
    });
}

cudaError_t cudaHostRegister(void* host_pointer, size_t bytes, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        const auto address = reinterpret_cast<std::uint64_t>(host_pointer);
        if (host_pointer == nullptr || bytes == 0 || (flags & ~host_register_flags) != 0)
            return call.fail(cudaErrorInvalidValue, "a null pointer, 0 bytes or unknown flags");
        const Pointer pointer = classify(call, host_pointer);
        if (call.runtime.registered.overlaps(address, bytes))
            return call.fail(cudaErrorHostMemoryAlreadyRegistered,
                             "some of the range is registered already");
        if (pointer.place != Pointer::Place::host)
            return call.fail(
                cudaErrorInvalidValue,
                "memory of the device, and what is pinned already, cannot be registered");
        const auto device =
            call.runtime.registered.add(call.memory(), address, bytes, flags, call.api);
        if (!device) {
            call.loud = true;
            return call.fail(cudaErrorNotSupported, device.error().message);
        }
        OwnedMemory& owned = call.runtime.owned[call.memory().find(*device)->address];
        owned.bytes = bytes;
        owned.kind = MemoryKind::registered;
        call.runtime.shares_memory = true;
        owned.flags = flags;
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void* host_pointer) {
    return api_call(__func__, [&](Call& call) {
        const RegisteredMemory::Range* range = nullptr;
        cudaError_t error = find_registered(call, host_pointer, range);
        if (error == cudaSuccess) error = call.runtime.wait_for_all();
        if (error == cudaSuccess) error = find_registered(call, host_pointer, range);
        if (error != cudaSuccess) return error;
        call.runtime.owned.erase(range->device_begin);
        call.runtime.registered.remove(call.memory(), range->begin);
        return cudaSuccess;
    });
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    return api_call(__func__, [&](Call& call) {
        // A context takes some hundred megabytes for itself on any GPU: never is all memory free.
        constexpr std::uint64_t of_the_context = std::uint64_t{512} << 20;
        const auto device = static_cast<std::uint32_t>(call.current_device());
        const std::uint64_t total = call.memory().total_bytes();
        if (total_bytes != nullptr) *total_bytes = total;
        if (free_bytes != nullptr)
            *free_bytes =
                total - std::min(total, call.memory().used_bytes(device) + of_the_context);
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return api_call(__func__, [&](Call& call) {
        if (attributes == nullptr) return null_answer(call);
        cudaPointerAttributes answer = {};
        answer.type = cudaMemoryTypeUnregistered;
        answer.device = cudaInvalidDeviceId;
        answer.hostPointer = const_cast<void*>(pointer);
        // The struct of CUDA 12 ends there.
        constexpr std::size_t known = offsetof(cudaPointerAttributes, hostPointer) + sizeof(void*);
        const auto done = [&] {
            return host_program().write_bytes(reinterpret_cast<std::uint64_t>(attributes), &answer,
                                              known)
                       ? cudaSuccess
                       : call.fail(cudaErrorInvalidValue, "the place for the answer is no memory");
        };
        const auto address = reinterpret_cast<std::uint64_t>(pointer);
        if (const auto* registered = call.runtime.registered.find(address)) {
            answer.type = cudaMemoryTypeHost;
            answer.device = call.current_device();
            answer.devicePointer = reinterpret_cast<void*>(registered->device_address(address));
            return done();
        }
        const Pointer found = classify(call, pointer);
        if (!found.device_side()) return done();
        const auto owned = call.runtime.owned.find(found.allocation->address);
        const MemoryKind kind = found.managed                       ? MemoryKind::managed
                                : owned == call.runtime.owned.end() ? MemoryKind::device
                                                                    : owned->second.kind;
        answer.device = static_cast<int>(found.allocation->owner);
        answer.devicePointer = const_cast<void*>(pointer);
        switch (kind) {
        case MemoryKind::device:
            answer.type = cudaMemoryTypeDevice;
            answer.hostPointer = nullptr;
            break;
        case MemoryKind::pinned:
            answer.type = cudaMemoryTypeHost;
            break;
        case MemoryKind::managed:
            answer.type = cudaMemoryTypeManaged;
            break;
        case MemoryKind::array: // no pointer leads to it
            break;
        case MemoryKind::registered:
            answer.type = cudaMemoryTypeHost;
            answer.hostPointer =
                reinterpret_cast<void*>(call.runtime.registered.host_address(address).value_or(0));
            break;
        }
        return done();
    });
}

} // extern "C"
