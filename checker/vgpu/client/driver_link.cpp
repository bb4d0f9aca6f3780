// What libcuda.so.1 (vgpu/driver) needs of this library beside the runtime API's functions:
// declared in vgpu/client/driver_link.hpp.
#include "vgpu/client/driver_link.hpp"

#include "vgpu/client/link.hpp"
#include "vgpu/client/thread_calls.hpp"

using vgpu::calls::Function;
using vgpu::client::number_of;
using vgpu::client::thread_calls;
using vgpu::client::typed_call;

void workbook_call_for_driver(const char* function, unsigned per_thread_default) {
    thread_calls().driver_function = function;
    thread_calls().flags = per_thread_default != 0 ? vgpu::calls::per_thread_default : 0;
}

unsigned long long workbook_own_calls() { return thread_calls().own; }

cudaError_t workbook_load_image(cudaLibrary_t* library, const void* code, const char* name,
                                char* log, std::size_t log_bytes) {
    return typed_call(Function::workbook_load_library, 0, "cudaLibraryLoadData", library, code,
                      name, number_of(log), std::uint64_t{log_bytes});
}

cudaError_t workbook_kernel_parameters(const void* kernel, std::uint64_t* count) {
    return typed_call(Function::workbook_parameter_count, 0, number_of(kernel), count);
}

cudaError_t workbook_set_memory(const cudaMemsetParams* parameters, int asynchronous,
                                cudaStream_t stream) {
    return typed_call(Function::workbook_set_elements, 0, parameters, asynchronous, stream);
}

cudaError_t workbook_range_of_address(std::uint64_t address, std::uint64_t* base,
                                      std::uint64_t* bytes, std::uint64_t* reserved,
                                      std::uint64_t* reserved_bytes) {
    return typed_call(Function::workbook_address_range, 0, address, base, bytes, reserved,
                      reserved_bytes);
}

cudaError_t workbook_reserve_addresses(std::uint64_t* address, std::uint64_t bytes,
                                       std::uint64_t alignment, std::uint64_t wanted,
                                       std::uint64_t flags) {
    return typed_call(Function::workbook_reserve_addresses, 0, address, bytes, alignment, wanted,
                      flags);
}

cudaError_t workbook_free_addresses(std::uint64_t address, std::uint64_t bytes) {
    return typed_call(Function::workbook_free_addresses, 0, address, bytes);
}

cudaError_t workbook_create_memory(std::uint64_t* handle, std::uint64_t bytes, int device) {
    return typed_call(Function::workbook_create_memory, 0, handle, bytes, device);
}

cudaError_t workbook_release_memory(std::uint64_t handle) {
    return typed_call(Function::workbook_release_memory, 0, handle);
}

cudaError_t workbook_map_memory(std::uint64_t address, std::uint64_t bytes, std::uint64_t offset,
                                std::uint64_t handle, std::uint64_t flags) {
    return typed_call(Function::workbook_map_memory, 0, address, bytes, offset, handle, flags);
}

cudaError_t workbook_unmap_memory(std::uint64_t address, std::uint64_t bytes) {
    return typed_call(Function::workbook_unmap_memory, 0, address, bytes);
}

cudaError_t workbook_set_access(std::uint64_t address, std::uint64_t bytes, std::uint32_t users,
                                std::uint32_t readers, std::uint32_t others) {
    return typed_call(Function::workbook_set_access, 0, address, bytes, users, readers, others);
}

cudaError_t workbook_get_access(std::uint64_t address, int device, int* may, int* may_write) {
    return typed_call(Function::workbook_get_access, 0, address, device, may, may_write);
}

cudaError_t workbook_retain_memory(std::uint64_t address, std::uint64_t* handle) {
    return typed_call(Function::workbook_retain_memory, 0, address, handle);
}

cudaError_t workbook_memory_of_handle(std::uint64_t handle, int* device) {
    return typed_call(Function::workbook_memory_of_handle, 0, handle, device);
}

cudaError_t workbook_driver_error(cudaError_t error, const char* explanation) {
    return vgpu::client::fail("", error, explanation);
}
