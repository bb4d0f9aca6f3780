// Virtual memory management: addresses that are reserved, memory without an address, and mappings
// of one to the other. The engine checks addresses and handles; here is what properties say.
#include "vgpu/driver/driver_call.hpp"

#include <algorithm>

using namespace vgpu::driver;

namespace {

// What every GPU that NVIDIA's driver still has takes.
constexpr std::size_t granularity = std::size_t{2} << 20;

bool is_device(const CUmemLocation& location) {
    int count = 0;
    WORKBOOK_RUNTIME(cudaGetDeviceCount)(&count);
    return location.type == CU_MEM_LOCATION_TYPE_DEVICE && location.id >= 0 && location.id < count;
}

CUresult check_location(const CUmemLocation& location) {
    if (location.type == CU_MEM_LOCATION_TYPE_HOST ||
        location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
        location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU maps memory of devices, not of the host");
    if (location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return fail(CUDA_ERROR_INVALID_VALUE, "the location is no device");
    return is_device(location) ? CUDA_SUCCESS
                               : fail(CUDA_ERROR_INVALID_DEVICE,
                                      "there is no device " + std::to_string(location.id));
}

CUresult check_properties(const CUmemAllocationProp* properties) {
    if (properties == nullptr) return null_argument();
    if (properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return fail(CUDA_ERROR_INVALID_VALUE, "the type must be CU_MEM_ALLOCATION_TYPE_PINNED");
    if (const CUresult error = check_location(properties->location); error != CUDA_SUCCESS)
        return error;
    if (properties->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE)
        return fail(CUDA_ERROR_NOT_SUPPORTED,
                    "the virtual GPU shares no memory with other processes "
                    "(requestedHandleTypes must be CU_MEM_HANDLE_TYPE_NONE)");
    const auto& flags = properties->allocFlags;
    if (flags.compressionType > CU_MEM_ALLOCATION_COMP_GENERIC ||
        std::ranges::any_of(flags.reserved, [](unsigned char byte) { return byte != 0; }))
        return fail(CUDA_ERROR_INVALID_VALUE, "allocFlags is not filled as it should be");
    return CUDA_SUCCESS;
}

} // namespace

CUresult cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp* properties,
                                       CUmemAllocationGranularity_flags option) {
    return initialised(__func__, [&] {
        // The properties say nothing that counts here, not even to a GPU's driver.
        if (bytes == nullptr || properties == nullptr) return null_argument();
        if (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
            option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
            return fail(CUDA_ERROR_INVALID_VALUE, "the option is unknown");
        *bytes = granularity;
        return CUDA_SUCCESS;
    });
}

CUresult cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags) {
    return initialised(__func__, [&] {
        if (address == nullptr) return null_argument();
        std::uint64_t place = 0;
        const cudaError_t error =
            WORKBOOK_RUNTIME(workbook_reserve_addresses)(&place, bytes, alignment, wanted, flags);
        if (error == cudaSuccess) *address = place;
        return result_of(error);
    });
}

CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(workbook_free_addresses)(address, bytes); });
}

CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes,
                     const CUmemAllocationProp* properties, unsigned long long flags) {
    return initialised(__func__, [&] {
        if (handle == nullptr) return null_argument();
        if (flags != 0)
            return fail(CUDA_ERROR_INVALID_VALUE, "the flags must be 0: there are none yet");
        if (const CUresult error = check_properties(properties); error != CUDA_SUCCESS)
            return error;
        std::uint64_t made = 0;
        const cudaError_t error =
            WORKBOOK_RUNTIME(workbook_create_memory)(&made, bytes, properties->location.id);
        if (error == cudaSuccess) *handle = made;
        return result_of(error);
    });
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
    return initialised(__func__, [&] { return WORKBOOK_RUNTIME(workbook_release_memory)(handle); });
}

CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
    return initialised(__func__, [&] {
        return WORKBOOK_RUNTIME(workbook_map_memory)(address, bytes, offset, handle, flags);
    });
}

CUresult cuMemUnmap(CUdeviceptr address, size_t bytes) {
    return initialised(__func__,
                       [&] { return WORKBOOK_RUNTIME(workbook_unmap_memory)(address, bytes); });
}

CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc* list,
                        size_t count) {
    return initialised(__func__, [&] {
        if (list == nullptr || count == 0)
            return fail(CUDA_ERROR_INVALID_VALUE, "the list of descriptions is empty");
        std::uint32_t users = 0, readers = 0, told = 0;
        for (const CUmemAccessDesc* each = list; each != list + count; ++each) {
            if (const CUresult error = check_location(each->location); error != CUDA_SUCCESS)
                return error == CUDA_ERROR_INVALID_DEVICE ? CUDA_ERROR_INVALID_VALUE : error;
            const std::uint32_t device = 1U << each->location.id;
            if (each->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
                each->flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
                each->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
                return fail(CUDA_ERROR_INVALID_VALUE, "the flags of a description are unknown");
            told |= device;
            users &= ~device;
            readers &= ~device;
            if (each->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE) users |= device;
            if (each->flags == CU_MEM_ACCESS_FLAGS_PROT_READ) readers |= device;
        }
        return result_of(
            WORKBOOK_RUNTIME(workbook_set_access)(address, bytes, users, readers, told));
    });
}

CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                        CUdeviceptr address) {
    return initialised(__func__, [&] {
        if (flags == nullptr || location == nullptr) return null_argument();
        const bool is_host = location->type == CU_MEM_LOCATION_TYPE_HOST;
        if (!is_host)
            if (const CUresult error = check_location(*location); error != CUDA_SUCCESS)
                return error;
        int may = 0, may_write = 0;
        const cudaError_t error = WORKBOOK_RUNTIME(workbook_get_access)(
            address, is_host ? 0 : location->id, &may, &may_write);
        if (address != 0) // a driver leaves the flags as they are where the address is null
            *flags = may == 0 || is_host ? CU_MEM_ACCESS_FLAGS_PROT_NONE
                     : may_write != 0    ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                         : CU_MEM_ACCESS_FLAGS_PROT_READ;
        return result_of(error);
    });
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                CUmemGenericAllocationHandle handle) {
    return initialised(__func__, [&] {
        if (properties == nullptr) return null_argument();
        int device = 0;
        const cudaError_t error = WORKBOOK_RUNTIME(workbook_memory_of_handle)(handle, &device);
        if (error == cudaSuccess) {
            *properties = {};
            properties->type = CU_MEM_ALLOCATION_TYPE_PINNED;
            properties->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
            properties->location.id = device;
        }
        return result_of(error);
    });
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* address) {
    return initialised(__func__, [&] {
        if (handle == nullptr || address == nullptr) return null_argument();
        std::uint64_t kept = 0;
        const cudaError_t error = WORKBOOK_RUNTIME(workbook_retain_memory)(
            reinterpret_cast<std::uint64_t>(address), &kept);
        if (error == cudaSuccess) *handle = kept;
        return result_of(error);
    });
}
