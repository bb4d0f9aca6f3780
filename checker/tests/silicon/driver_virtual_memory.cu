// What a driver says of virtual memory management: addresses, physical memory, mappings, access.
#include "driver_pages.hpp"

#include <cstdint>

namespace {

void ask_about_granularity() {
    begin_context();
    int value = -1;
    cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 0);
    ASK("attribute: virtual memory management", static_cast<long long>(value));
    CUmemAllocationProp properties = pinned_memory();
    std::size_t bytes = 0;
    ASK("minimum",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("  is", static_cast<long long>(bytes));
    ASK("recommended",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    ASK("  is", static_cast<long long>(bytes));
    ASK("option 7", cuMemGetAllocationGranularity(
                        &bytes, &properties, static_cast<CUmemAllocationGranularity_flags>(7)));
    ASK("no place",
        cuMemGetAllocationGranularity(nullptr, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("no properties",
        cuMemGetAllocationGranularity(&bytes, nullptr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    properties.location.id = 99;
    ASK("device 99",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("  is", static_cast<long long>(bytes));
    properties = pinned_memory();
    properties.type = CU_MEM_ALLOCATION_TYPE_INVALID;
    ASK("type 0",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    properties = {};
    ASK("empty properties",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    properties = pinned_memory();
    properties.location = {CU_MEM_LOCATION_TYPE_HOST, 0};
    ASK("of the host",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("  is", static_cast<long long>(bytes));
    properties = pinned_memory();
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    ASK("to be shared",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("  is", static_cast<long long>(bytes));
}

void ask_without_a_context() {
    cuInit(0);
    CUmemAllocationProp properties = pinned_memory();
    std::size_t bytes = 0;
    CUdeviceptr address = 0;
    CUmemGenericAllocationHandle handle = 0;
    ASK("granularity",
        cuMemGetAllocationGranularity(&bytes, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    ASK("reserve", cuMemAddressReserve(&address, page, 0, 0, 0));
    ASK("create", cuMemCreate(&handle, page, &properties, 0));
    ASK("map", cuMemMap(address, page, 0, handle, 0));
    ASK("set access", give_access(address));
    ASK("unmap", cuMemUnmap(address, page));
    ASK("release", cuMemRelease(handle));
    ASK("free", cuMemAddressFree(address, page));
}

void ask_before_init() {
    CUdeviceptr address = 0;
    CUmemAllocationProp properties = pinned_memory();
    CUmemGenericAllocationHandle handle = 0;
    ASK("reserve", cuMemAddressReserve(&address, page, 0, 0, 0));
    ASK("create", cuMemCreate(&handle, page, &properties, 0));
    ASK("release 0", cuMemRelease(0));
}

void ask_about_ranges() {
    begin_context();
    CUdeviceptr first = 0, second = 0;
    ASK("reserve: 0 bytes", cuMemAddressReserve(&first, 0, 0, 0, 0));
    ASK("reserve: 1 byte", cuMemAddressReserve(&first, 1, 0, 0, 0));
    ASK("reserve: 64 KiB", cuMemAddressReserve(&first, 65536, 0, 0, 0));
    ASK("reserve: 1 MiB", cuMemAddressReserve(&first, mib, 0, 0, 0));
    ASK("reserve: 3 MiB", cuMemAddressReserve(&first, 3 * mib, 0, 0, 0));
    ASK("reserve: no place", cuMemAddressReserve(nullptr, page, 0, 0, 0));
    ASK("reserve: flags 1", cuMemAddressReserve(&first, page, 0, 0, 1));
    ASK("reserve: alignment 3", cuMemAddressReserve(&first, page, 3, 0, 0));
    ASK("reserve: alignment 256", cuMemAddressReserve(&first, page, 256, 0, 0));
    ASK("reserve: alignment 4096", cuMemAddressReserve(&first, page, 4096, 0, 0));
    ASK("reserve: alignment 3 MiB", cuMemAddressReserve(&first, page, 3 * mib, 0, 0));
    ASK("reserve: alignment 1 GiB", cuMemAddressReserve(&first, page, 1024 * mib, 0, 0));
    ASK("  the address modulo 1 GiB", static_cast<long long>(first % (1024 * mib)));
    ASK("free", cuMemAddressFree(first, page));
    ASK("reserve", cuMemAddressReserve(&first, 4 * page, 0, 0, 0));
    ASK("  the address modulo 2 MiB", static_cast<long long>(first % page));
    ASK("reserve: where a range is", cuMemAddressReserve(&second, page, 0, first, 0));
    ASK("  is there", static_cast<long long>(second == first));
    ASK("free: half", cuMemAddressFree(first, 2 * page));
    ASK("free: the other half", cuMemAddressFree(first + 2 * page, 2 * page));
    ASK("free: more than it is", cuMemAddressFree(first, 8 * page));
    ASK("free: 0 bytes", cuMemAddressFree(first, 0));
    ASK("free", cuMemAddressFree(first, 4 * page));
    ASK("free: the second time", cuMemAddressFree(first, 4 * page));
    ASK("free: null", cuMemAddressFree(0, page));
    ASK("reserve: at the place that is free", cuMemAddressReserve(&second, page, 0, first, 0));
    ASK("  is there", static_cast<long long>(second == first));
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, page);
    ASK("free: memory of cuMemAlloc", cuMemAddressFree(memory, page));
    ASK("reserve: 2^60 bytes", cuMemAddressReserve(&first, std::size_t{1} << 60, 0, 0, 0));
    ASK("reserve: 16 GiB", cuMemAddressReserve(&first, std::size_t{16} << 30, 0, 0, 0));
    ASK("cuMemFree of a range", cuMemFree(second));
    ASK("set bytes of a range", cuMemsetD8(second, 0, 4));
    std::uint32_t word = 0;
    ASK("copy from a range", cuMemcpyDtoH(&word, second, 4));
    tell_access("access of a range", second);
    unsigned type = 99;
    ASK("type of a range", cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, second));
    CUdeviceptr base = 0;
    std::size_t bytes = 0;
    ASK("range of an address", cuMemGetAddressRange(&base, &bytes, second));
}

void ask_about_physical_memory() {
    begin_context();
    CUmemAllocationProp properties = pinned_memory();
    CUmemGenericAllocationHandle handle = 0;
    ASK("create: 0 bytes", cuMemCreate(&handle, 0, &properties, 0));
    ASK("create: 1 byte", cuMemCreate(&handle, 1, &properties, 0));
    ASK("create: 64 KiB", cuMemCreate(&handle, 65536, &properties, 0));
    ASK("create: 3 MiB", cuMemCreate(&handle, 3 * mib, &properties, 0));
    ASK("create: 2^60 bytes", cuMemCreate(&handle, std::size_t{1} << 60, &properties, 0));
    ASK("create: no place", cuMemCreate(nullptr, page, &properties, 0));
    ASK("create: no properties", cuMemCreate(&handle, page, nullptr, 0));
    ASK("create: flags 1", cuMemCreate(&handle, page, &properties, 1));
    properties.location.id = 99;
    ASK("create: device 99", cuMemCreate(&handle, page, &properties, 0));
    properties = pinned_memory();
    properties.location.type = CU_MEM_LOCATION_TYPE_INVALID;
    ASK("create: nowhere", cuMemCreate(&handle, page, &properties, 0));
    properties = pinned_memory();
    properties.type = CU_MEM_ALLOCATION_TYPE_INVALID;
    ASK("create: type 0", cuMemCreate(&handle, page, &properties, 0));
    properties = {};
    ASK("create: empty properties", cuMemCreate(&handle, page, &properties, 0));
    properties = pinned_memory();
    properties.allocFlags.compressionType = 9;
    ASK("create: compression 9", cuMemCreate(&handle, page, &properties, 0));
    properties = pinned_memory();
    properties.allocFlags.reserved[0] = 1;
    ASK("create: a reserved byte", cuMemCreate(&handle, page, &properties, 0));
    properties = pinned_memory();
    // What it takes of the memory that is free is not asked: other processes take some as well.
    ASK("create", cuMemCreate(&handle, 2 * page, &properties, 0));
    CUmemAllocationProp found{};
    ASK("properties", cuMemGetAllocationPropertiesFromHandle(&found, handle));
    ASK("  type", static_cast<long long>(found.type));
    ASK("  location", static_cast<long long>(found.location.type));
    ASK("  device", static_cast<long long>(found.location.id));
    ASK("  handle types", static_cast<long long>(found.requestedHandleTypes));
    ASK("properties: no place", cuMemGetAllocationPropertiesFromHandle(nullptr, handle));
    ASK("release", cuMemRelease(handle));
}

// One a section: a driver may take a handle that is gone badly.
void ask_about_a_released_handle() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    ASK("release", cuMemRelease(handle));
    ASK("release again", cuMemRelease(handle));
}

void ask_about_null_handles() {
    begin_context();
    CUmemAllocationProp found{};
    const CUdeviceptr address = new_range(page);
    ASK("map 0", cuMemMap(address, page, 0, 0, 0));
    ASK("properties of 0", cuMemGetAllocationPropertiesFromHandle(&found, 0));
    ASK("release 0", cuMemRelease(0));
}

void ask_about_mappings() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory(2 * page);
    const CUdeviceptr address = new_range(4 * page);
    ASK("map: 0 bytes", cuMemMap(address, 0, 0, handle, 0));
    ASK("map: 1 MiB", cuMemMap(address, mib, 0, handle, 0));
    ASK("map: flags 1", cuMemMap(address, 2 * page, 0, handle, 1));
    ASK("map: an offset", cuMemMap(address, page, page, handle, 0));
    ASK("map: half", cuMemMap(address, page, 0, handle, 0));
    ASK("  unmap", cuMemUnmap(address, page));
    ASK("map: more than there is", cuMemMap(address, 3 * page, 0, handle, 0));
    ASK("map: at 1 MiB", cuMemMap(address + mib, 2 * page, 0, handle, 0));
    // From address + 3 * page on the driver maps beyond the range; the virtual GPU refuses.
    ASK("map: null", cuMemMap(0, 2 * page, 0, handle, 0));
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, 4 * page);
    ASK("map: in memory of cuMemAlloc", cuMemMap(memory, 2 * page, 0, handle, 0));
    tell_access("access before", address);
    ASK("set access before", give_access(address, 2 * page));
    ASK("unmap before", cuMemUnmap(address, 2 * page));
    ASK("map", cuMemMap(address, 2 * page, 0, handle, 0));
    ASK("map: again at the place", cuMemMap(address, 2 * page, 0, handle, 0));
    ASK("map: half over it", cuMemMap(address + page, 2 * page, 0, handle, 0));
    tell_access("access at first", address);
    ASK("free the range", cuMemAddressFree(address, 4 * page));
    ASK("set access: beyond", give_access(address, 4 * page));
    ASK("set access: half", give_access(address, page));
    tell_access("access of the half", address);
    tell_access("access of the other half", address + page);
    ASK("set access", give_access(address, 2 * page));
    tell_access("access", address);
    tell_access("access, in the middle", address + 12345);
    ASK("unmap: half", cuMemUnmap(address, page));
    ASK("unmap: the other half", cuMemUnmap(address + page, page));
    ASK("unmap: 0 bytes", cuMemUnmap(address, 0));
    ASK("cuMemFree", cuMemFree(address));
    ASK("unmap", cuMemUnmap(address, 2 * page));
    ASK("unmap: again", cuMemUnmap(address, 2 * page));
    ASK("unmap: again, half", cuMemUnmap(address, page));
    ASK("unmap: nowhere", cuMemUnmap(0, page));
    ASK("unmap: memory of cuMemAlloc", cuMemUnmap(memory, 2 * page));
    tell_access("access after", address);
    ASK("map: elsewhere in the range", cuMemMap(address + 2 * page, 2 * page, 0, handle, 0));
    tell_access("access at first", address + 2 * page);
    ASK("unmap: the range, of which it is half", cuMemUnmap(address, 4 * page));
    tell_access("access after", address + 2 * page);
    ASK("map", cuMemMap(address + 2 * page, 2 * page, 0, handle, 0));
    // A range that ends beyond the reserved one is unmapped by a driver, too.
    ASK("unmap", cuMemUnmap(address + 2 * page, 2 * page));
    ASK("release", cuMemRelease(handle));
    ASK("free the range", cuMemAddressFree(address, 4 * page));
    ASK("unmap: a range that is freed", cuMemUnmap(address, 4 * page));
}

void ask_about_access() {
    begin_context();
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = new_range(page);
    ASK("map", cuMemMap(address, page, 0, handle, 0));
    CUmemAccessDesc description = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, 99);
    ASK("device 99", cuMemSetAccess(address, page, &description, 1));
    description = access(static_cast<CUmemAccess_flags>(9));
    ASK("flags 9", cuMemSetAccess(address, page, &description, 1));
    description = access(static_cast<CUmemAccess_flags>(2));
    ASK("flags 2", cuMemSetAccess(address, page, &description, 1));
    description = access(CU_MEM_ACCESS_FLAGS_PROT_READ);
    ASK("to read", cuMemSetAccess(address, page, &description, 1));
    tell_access("access", address);
    description = access(CU_MEM_ACCESS_FLAGS_PROT_NONE);
    ASK("none", cuMemSetAccess(address, page, &description, 1));
    tell_access("access", address);
    description = access(CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    ASK("no list", cuMemSetAccess(address, page, nullptr, 1));
    ASK("an empty list", cuMemSetAccess(address, page, &description, 0));
    ASK("0 bytes", cuMemSetAccess(address, 0, &description, 1));
    ASK("1 MiB", cuMemSetAccess(address, mib, &description, 1));
    ASK("at 1 MiB", cuMemSetAccess(address + mib, mib, &description, 1));
    const CUmemAccessDesc twice[] = {description, description};
    ASK("the device twice", cuMemSetAccess(address, page, twice, 2));
    description.location = {CU_MEM_LOCATION_TYPE_HOST, 0};
    ASK("of the host", cuMemSetAccess(address, page, &description, 1));
    description.location.type = CU_MEM_LOCATION_TYPE_INVALID;
    ASK("of no kind", cuMemSetAccess(address, page, &description, 1));
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, page);
    ASK("memory of cuMemAlloc", give_access(memory));
    tell_access("access of memory of cuMemAlloc", memory);
    unsigned long long flags = 0;
    CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, 99};
    ASK("ask: device 99", cuMemGetAccess(&flags, &location, address));
    location.id = 0;
    ASK("ask: no place", cuMemGetAccess(nullptr, &location, address));
    ASK("ask: no location", cuMemGetAccess(&flags, nullptr, address));
    tell_access("ask: null", 0);
    location.type = CU_MEM_LOCATION_TYPE_HOST;
    ASK("ask: the host", cuMemGetAccess(&flags, &location, address));
}

void ask_about_retained_handles() {
    begin_context();
    CUmemGenericAllocationHandle kept = 0;
    const CUmemGenericAllocationHandle handle = new_memory();
    const CUdeviceptr address = mapped_memory(handle);
    CUdeviceptr memory = 0;
    cuMemAlloc(&memory, page);
    ASK("retain: in the middle",
        cuMemRetainAllocationHandle(&kept, reinterpret_cast<void*>(address + 100)));
    ASK("  the same", static_cast<long long>(kept == handle));
    ASK("retain: no place", cuMemRetainAllocationHandle(nullptr, reinterpret_cast<void*>(address)));
    ASK("retain: null", cuMemRetainAllocationHandle(&kept, nullptr));
    ASK("retain: memory of cuMemAlloc",
        cuMemRetainAllocationHandle(&kept, reinterpret_cast<void*>(memory)));
    ASK("retain: memory of the host", cuMemRetainAllocationHandle(&kept, &kept));
    ASK("release", cuMemRelease(handle));
    ASK("release, the retained one", cuMemRelease(handle));
    ASK("unmap", cuMemUnmap(address, page));
}

void ask_about_exports() {
    begin_context();
    CUmemAllocationProp properties = pinned_memory();
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CUmemGenericAllocationHandle handle = 0, plain = new_memory();
    ASK("create: to be shared", cuMemCreate(&handle, page, &properties, 0));
    int file = -1;
    ASK("export: what is not to be shared",
        cuMemExportToShareableHandle(&file, plain, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
}

void ask_for_entry_points() {
    begin_context();
    for (const char* name : {"cuMemAddressReserve", "cuMemCreate", "cuMemMap", "cuMemSetAccess",
                             "cuMemUnmap", "cuMemRelease", "cuMemGetAllocationGranularity"}) {
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        ASK(name,
            cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
        ASK("  found", static_cast<long long>(found));
        ASK("  as the driver's library has it",
            static_cast<long long>(cuGetProcAddress(name, &function, 12000, 0, nullptr) ==
                                   CUDA_SUCCESS));
    }
}

constexpr Section sections[] = {
    {"granularity", ask_about_granularity},
    {"without_a_context", ask_without_a_context},
    {"before_init", ask_before_init},
    {"ranges", ask_about_ranges},
    {"physical_memory", ask_about_physical_memory},
    {"released_handle", ask_about_a_released_handle},
    {"null_handles", ask_about_null_handles},
    {"mappings", ask_about_mappings},
    {"access", ask_about_access},
    {"retained_handles", ask_about_retained_handles},
    {"exports", ask_about_exports},
    {"entry_points", ask_for_entry_points},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
