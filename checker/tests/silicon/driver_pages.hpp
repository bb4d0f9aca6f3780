// Physical memory, addresses and mappings, as the questions about virtual memory make them.
#pragma once

#include "driver_tell.hpp"

inline constexpr std::size_t mib = std::size_t{1} << 20, page = 2 * mib;

inline CUmemAllocationProp pinned_memory() {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    return properties;
}

inline CUmemAccessDesc access(CUmemAccess_flags flags, int device = 0) {
    CUmemAccessDesc description{};
    description.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    description.location.id = device;
    description.flags = flags;
    return description;
}

inline CUmemGenericAllocationHandle new_memory(std::size_t bytes = page) {
    const CUmemAllocationProp properties = pinned_memory();
    CUmemGenericAllocationHandle handle = 0;
    ASK("cuMemCreate", cuMemCreate(&handle, bytes, &properties, 0));
    return handle;
}

inline CUdeviceptr new_range(std::size_t bytes) {
    CUdeviceptr address = 0;
    ASK("cuMemAddressReserve", cuMemAddressReserve(&address, bytes, 0, 0, 0));
    return address;
}

inline CUresult give_access(CUdeviceptr address, std::size_t bytes = page) {
    const CUmemAccessDesc description = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    return cuMemSetAccess(address, bytes, &description, 1);
}

inline CUresult set_access(CUdeviceptr address, CUmemAccess_flags flags) {
    const CUmemAccessDesc description = access(flags);
    return cuMemSetAccess(address, page, &description, 1);
}

inline CUdeviceptr mapped_memory(CUmemGenericAllocationHandle handle, std::size_t bytes = page) {
    const CUdeviceptr address = new_range(bytes);
    ASK("cuMemMap", cuMemMap(address, bytes, 0, handle, 0));
    ASK("cuMemSetAccess", give_access(address, bytes));
    return address;
}

inline void tell_access(const char* question, CUdeviceptr address) {
    const CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    unsigned long long flags = 99;
    ASK(question, cuMemGetAccess(&flags, &location, address));
    ASK("  is", static_cast<long long>(flags));
}

inline long long word_at(CUdeviceptr address) {
    unsigned word = 99;
    cuMemcpyDtoH(&word, address, sizeof word);
    return word;
}
