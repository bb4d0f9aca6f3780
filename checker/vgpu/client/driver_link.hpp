// What libcuda.so.1 (vgpu/driver) needs of libcudart beside the runtime API's functions. The two
// are one library in two files: the link to the engine is libcudart's.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>

#define WORKBOOK_FOR_DRIVER __attribute__((visibility("default")))

extern "C" {

// The calling thread's next calls are made for that function of the driver: messages name it, and
// the last error stays as it is. `per_thread_default`: the null stream is the thread's own. Null:
// the program makes them itself again.
WORKBOOK_FOR_DRIVER void workbook_call_for_driver(const char* function,
                                                  unsigned per_thread_default);
// Calls of the runtime that this thread has made itself so far.
WORKBOOK_FOR_DRIVER unsigned long long workbook_own_calls();
// Like cudaLibraryLoadData. Errors in the code are also written to `log`, with a NUL at the end.
WORKBOOK_FOR_DRIVER cudaError_t workbook_load_image(cudaLibrary_t* library, const void* code,
                                                    const char* name, char* log,
                                                    std::size_t log_bytes);
// How many parameters the kernel has.
WORKBOOK_FOR_DRIVER cudaError_t workbook_kernel_parameters(const void* kernel,
                                                           std::uint64_t* count);
// cuMemsetD16, cuMemsetD2D32 and their like.
WORKBOOK_FOR_DRIVER cudaError_t workbook_set_memory(const cudaMemsetParams* parameters,
                                                    int asynchronous, cudaStream_t stream);
// The allocation or cuMemMap mapping that contains a device address, and the range that was
// reserved around a mapping (0 bytes for an allocation). cudaErrorSymbolNotFound: there is neither.
WORKBOOK_FOR_DRIVER cudaError_t workbook_range_of_address(std::uint64_t address,
                                                          std::uint64_t* base, std::uint64_t* bytes,
                                                          std::uint64_t* reserved,
                                                          std::uint64_t* reserved_bytes);
// The driver's virtual memory management (cuMemAddressReserve, cuMemCreate, ...). Devices are a bit
// each: `users` may touch the memory from now on, `readers` of them only to read, and of `others`
// the rest may not.
WORKBOOK_FOR_DRIVER cudaError_t workbook_reserve_addresses(std::uint64_t* address,
                                                           std::uint64_t bytes,
                                                           std::uint64_t alignment,
                                                           std::uint64_t wanted,
                                                           std::uint64_t flags);
WORKBOOK_FOR_DRIVER cudaError_t workbook_free_addresses(std::uint64_t address, std::uint64_t bytes);
WORKBOOK_FOR_DRIVER cudaError_t workbook_create_memory(std::uint64_t* handle, std::uint64_t bytes,
                                                       int device);
WORKBOOK_FOR_DRIVER cudaError_t workbook_release_memory(std::uint64_t handle);
WORKBOOK_FOR_DRIVER cudaError_t workbook_map_memory(std::uint64_t address, std::uint64_t bytes,
                                                    std::uint64_t offset, std::uint64_t handle,
                                                    std::uint64_t flags);
WORKBOOK_FOR_DRIVER cudaError_t workbook_unmap_memory(std::uint64_t address, std::uint64_t bytes);
WORKBOOK_FOR_DRIVER cudaError_t workbook_set_access(std::uint64_t address, std::uint64_t bytes,
                                                    std::uint32_t users, std::uint32_t readers,
                                                    std::uint32_t others);
WORKBOOK_FOR_DRIVER cudaError_t workbook_get_access(std::uint64_t address, int device, int* may,
                                                    int* may_write);
WORKBOOK_FOR_DRIVER cudaError_t workbook_retain_memory(std::uint64_t address,
                                                       std::uint64_t* handle);
WORKBOOK_FOR_DRIVER cudaError_t workbook_memory_of_handle(std::uint64_t handle, int* device);
// Reports an error of the driver's function that is being called, and returns it.
WORKBOOK_FOR_DRIVER cudaError_t workbook_driver_error(cudaError_t error, const char* explanation);

} // extern "C"
