// What the programs about virtual memory share: they get the driver's functions by
// cudaGetDriverEntryPointByVersion.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <initializer_list>
#include <string_view>

inline constexpr std::size_t page = std::size_t{2} << 20;
inline constexpr int words = page / sizeof(int);

inline void check(CUresult result, int line = __builtin_LINE()) {
    if (result == CUDA_SUCCESS) return;
    std::printf("line %d: %d\n", line, static_cast<int>(result));
    std::exit(1);
}
inline void check(cudaError_t error, int line = __builtin_LINE()) {
    if (error == cudaSuccess) return;
    std::printf("line %d: %s\n", line, cudaGetErrorName(error));
    std::exit(1);
}
inline void require(bool holds, const char* what, int line = __builtin_LINE()) {
    if (holds) return;
    std::printf("line %d: wrong: %s\n", line, what);
    std::exit(1);
}

template <class Function>
Function entry(const char* name) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
    require(found == cudaDriverEntryPointSuccess, name);
    return reinterpret_cast<Function>(function);
}
#define DRIVER(name) entry<decltype(&name)>(#name)

inline CUmemGenericAllocationHandle memory(std::size_t bytes = page) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    std::size_t least = 0;
    check(DRIVER(cuMemGetAllocationGranularity)(&least, &properties,
                                                CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    require(bytes % least == 0, "the granularity");
    CUmemGenericAllocationHandle handle = 0;
    check(DRIVER(cuMemCreate)(&handle, bytes, &properties, 0));
    return handle;
}
inline CUdeviceptr range(std::size_t bytes) {
    CUdeviceptr address = 0;
    check(DRIVER(cuMemAddressReserve)(&address, bytes, 0, 0, 0));
    return address;
}
inline void allow(CUdeviceptr address, std::size_t bytes,
                  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE) {
    CUmemAccessDesc description{};
    description.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    description.flags = flags;
    check(DRIVER(cuMemSetAccess)(address, bytes, &description, 1));
}
inline void map(CUdeviceptr address, CUmemGenericAllocationHandle handle,
                std::size_t bytes = page) {
    check(DRIVER(cuMemMap)(address, bytes, 0, handle, 0));
    allow(address, bytes);
}
inline int* mapped(CUmemGenericAllocationHandle handle) {
    const CUdeviceptr address = range(page);
    map(address, handle);
    return reinterpret_cast<int*>(address);
}
inline CUdeviceptr number(const int* address) { return reinterpret_cast<CUdeviceptr>(address); }
inline int at(const int* place) {
    int value = 0;
    check(cudaMemcpy(&value, place, sizeof value, cudaMemcpyDefault));
    return value;
}

struct Case {
    std::string_view name;
    void (*run)();
};
// What a main of such cases does: it runs the one that its argument names.
inline int run_case(std::initializer_list<Case> cases, int arguments, char** text) {
    if (arguments < 2) return 2;
    for (const Case& each : cases)
        if (each.name == text[1]) each.run();
    std::puts("done");
    return 0;
}
