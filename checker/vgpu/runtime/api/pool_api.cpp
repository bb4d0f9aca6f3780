// Memory pools.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_memory.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

// The device that a location names: the only kind of place that pools can be in.
cudaError_t find_place(Call& call, const cudaMemLocation* location, cudaMemAllocationType type,
                       int& device) {
    if (location == nullptr || type != cudaMemAllocationTypePinned)
        return call.fail(cudaErrorInvalidValue, "a null location or an unknown type of allocation");
    if (location->type != cudaMemLocationTypeDevice)
        return call.fail(cudaErrorNotSupported, "the virtual GPU has pools of device memory only");
    device = location->id;
    return check_device(call, device);
}

cudaError_t create(Call& call, cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    if (pool == nullptr || properties == nullptr) return null_answer(call);
    if (properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type == cudaMemLocationTypeInvalid)
        return call.fail(cudaErrorInvalidValue,
                         "a pool needs allocType cudaMemAllocationTypePinned and a location");
    if (properties->location.type != cudaMemLocationTypeDevice ||
        properties->handleTypes != cudaMemHandleTypeNone) {
        call.loud = true;
        return call.fail(
            cudaErrorNotSupported,
            "the virtual GPU has pools of device memory only, which are not shared with "
            "other processes");
    }
    // Measured on an H200: cudaErrorInvalidValue, not cudaErrorInvalidDevice.
    if (!call.has_device(properties->location.id))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("there is no device {}", properties->location.id));
    const PoolPointer made = call.runtime.pools.create(properties->location.id);
    made->most_bytes = properties->maxSize;
    *pool = made.get();
    return cudaSuccess;
}

// The member that holds a 64-bit attribute; null for other attributes. The program may set those
// with High in their names to 0 only.
std::uint64_t* wide_attribute(CUmemPoolHandle_st& pool, cudaMemPoolAttr attribute) {
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
        return &pool.release_threshold;
    case cudaMemPoolAttrUsedMemHigh:
        return &pool.used_high;
    case cudaMemPoolAttrReservedMemHigh:
        return &pool.reserved_high;
    default:
        return nullptr;
    }
}

bool is_reuse(cudaMemPoolAttr attribute) {
    return attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t get_attribute(Call& call, CUmemPoolHandle_st& pool, cudaMemPoolAttr attribute,
                          void* value) {
    if (value == nullptr) return null_answer(call);
    std::uint64_t wide = 0;
    const auto into = reinterpret_cast<std::uint64_t>(value);
    const auto put = [&](const auto& answer) {
        return host_program().put(into, answer) ? cudaSuccess : null_answer(call);
    };
    if (is_reuse(attribute))
        return put(pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies]);
    if (const std::uint64_t* place = wide_attribute(pool, attribute))
        wide = *place;
    else if (attribute == cudaMemPoolAttrUsedMemCurrent)
        wide = pool.used;
    else if (attribute == cudaMemPoolAttrReservedMemCurrent)
        wide = pool.reserved();
    else
        return call.fail(cudaErrorInvalidValue, fmt::format("{} is not an attribute of pools",
                                                            static_cast<int>(attribute)));
    return put(wide);
}

cudaError_t set_attribute(Call& call, CUmemPoolHandle_st& pool, cudaMemPoolAttr attribute,
                          const void* value) {
    const auto from = reinterpret_cast<std::uint64_t>(value);
    if (is_reuse(attribute)) {
        const auto given = host_program().get<int>(from);
        if (!given) return null_answer(call);
        pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *given;
        return cudaSuccess;
    }
    const auto given = host_program().get<std::uint64_t>(from);
    if (!given) return null_answer(call);
    std::uint64_t* place = wide_attribute(pool, attribute);
    const bool high = attribute != cudaMemPoolAttrReleaseThreshold;
    if (place == nullptr || (high && *given != 0))
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("attribute {} cannot be set, or only to 0", static_cast<int>(attribute)));
    *place = *given;
    if (attribute == cudaMemPoolAttrUsedMemHigh) *place = pool.used;
    if (attribute == cudaMemPoolAttrReservedMemHigh) *place = pool.reserved();
    return cudaSuccess;
}

// All memory of the pool, what it gave out before too. Kernels that were launched before run first.
cudaError_t set_readers(Call& call, CUmemPoolHandle_st& pool, std::uint32_t readers) {
    if (readers == pool.readers) return cudaSuccess;
    const cudaError_t error = call.runtime.wait_for_all();
    if (error != cudaSuccess) return error;
    pool.readers = readers;
    for (const auto& [address, memory] : call.runtime.owned)
        if (memory.pool.get() == &pool) call.memory().set_users(address, pool.users(), 0);
    return cudaSuccess;
}

cudaError_t set_access(Call& call, CUmemPoolHandle_st& pool, const cudaMemAccessDesc* descriptions,
                       std::size_t count) {
    if (descriptions == nullptr && count != 0) return null_answer(call);
    std::uint32_t readers = pool.readers;
    for (std::size_t index = 0; index < count; ++index) {
        const auto read = host_program().get<cudaMemAccessDesc>(
            reinterpret_cast<std::uint64_t>(descriptions + index));
        if (!read) return null_answer(call);
        const cudaMemAccessDesc& wanted = *read;
        if (wanted.location.type != cudaMemLocationTypeDevice)
            return call.fail(cudaErrorInvalidValue, "access is a device's");
        if (const cudaError_t error = check_device(call, wanted.location.id); error != cudaSuccess)
            return error;
        if (wanted.location.id == pool.device && wanted.flags != cudaMemAccessFlagsProtReadWrite)
            return call.fail(cudaErrorInvalidDevice,
                             "the device that a pool is on always has access to it");
        const std::uint32_t bit = 1u << wanted.location.id;
        if (wanted.flags == cudaMemAccessFlagsProtNone)
            readers &= ~bit;
        else if (wanted.location.id != pool.device)
            readers |= bit;
    }
    return set_readers(call, pool, readers);
}

} // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return api_call(__func__, [&](Call& call) {
        if (pool == nullptr) return null_answer(call);
        const cudaError_t error = check_device(call, device);
        if (error == cudaSuccess) *pool = call.runtime.pools.standard(device).get();
        return error;
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return api_call(__func__, [&](Call& call) {
        if (pool == nullptr) return null_answer(call);
        const cudaError_t error = check_device(call, device);
        if (error == cudaSuccess) *pool = call.runtime.pools.current(device).get();
        return error;
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        cudaError_t error = check_device(call, device);
        if (error == cudaSuccess) error = check_pool(call, handle, pool);
        if (error == cudaSuccess) call.runtime.pools.set_current(device, pool);
        return error;
    });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
    return api_call(__func__, [&](Call& call) {
        if (pool == nullptr) return null_answer(call);
        int device = 0;
        const cudaError_t error = find_place(call, location, type, device);
        if (error == cudaSuccess) *pool = call.runtime.pools.standard(device).get();
        return error;
    });
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType type) {
    return api_call(__func__, [&](Call& call) {
        if (pool == nullptr) return null_answer(call);
        int device = 0;
        const cudaError_t error = find_place(call, location, type, device);
        if (error == cudaSuccess) *pool = call.runtime.pools.current(device).get();
        return error;
    });
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t handle) {
    return api_call(__func__, [&](Call& call) {
        int device = 0;
        PoolPointer pool;
        cudaError_t error = find_place(call, location, type, device);
        if (error == cudaSuccess) error = check_pool(call, handle, pool);
        if (error == cudaSuccess) call.runtime.pools.set_current(device, pool);
        return error;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return api_call(__func__, [&](Call& call) { return create(call, pool, properties); });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        if (const cudaError_t error = check_pool(call, handle, pool); error != cudaSuccess)
            return error;
        if (pool->standard)
            return call.fail(cudaErrorInvalidValue, "the default pool cannot be destroyed");
        call.runtime.pools.destroy(pool);
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        const cudaError_t error = check_pool(call, handle, pool);
        return error != cudaSuccess ? error : get_attribute(call, *pool, attribute, value);
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        const cudaError_t error = check_pool(call, handle, pool);
        return error != cudaSuccess ? error : set_attribute(call, *pool, attribute, value);
    });
}

// The pool holds no unused memory, so there is nothing to release.
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        return check_pool(call, handle, pool);
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t handle,
                                 cudaMemLocation* location) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        if (flags == nullptr || location == nullptr) return null_answer(call);
        if (const cudaError_t error = check_pool(call, handle, pool); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_device(call, location->id); error != cudaSuccess)
            return error;
        const bool given = (pool->readers >> location->id & 1) != 0;
        *flags = given || location->id == pool->device ? cudaMemAccessFlagsProtReadWrite
                                                       : cudaMemAccessFlagsProtNone;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const cudaMemAccessDesc* descriptions,
                                 size_t count) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        const cudaError_t error = check_pool(call, handle, pool);
        return error != cudaSuccess ? error : set_access(call, *pool, descriptions, count);
    });
}

// No pool of the virtual GPU was made for sharing.
cudaError_t cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t handle,
                                               cudaMemAllocationHandleType, unsigned) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        if (const cudaError_t error = check_pool(call, handle, pool); error != cudaSuccess)
            return error;
        return call.fail(cudaErrorInvalidValue,
                         "the pool was not made for sharing with other processes");
    });
}

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) {
    return api_call(__func__, [&](Call& call) {
        return call.fail(cudaErrorInvalidValue,
                         "the pool was not made for sharing with other processes");
    });
}

} // extern "C"
