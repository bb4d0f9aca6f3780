// What libcuda.so.1 (vgpu/driver) needs of this library beside the runtime API's functions:
// declared in vgpu/client/driver_link.hpp.
#include "vgpu/client/driver_link.hpp"

#include "vgpu/client/link.hpp"
#include "vgpu/client/thread_calls.hpp"

using vgpu::calls::Function;
using vgpu::client::thread_calls;
using vgpu::client::typed_call;

namespace {

std::uint64_t number_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

} // namespace

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
                                      std::uint64_t* bytes) {
    return typed_call(Function::workbook_address_range, 0, address, base, bytes);
}

cudaError_t workbook_driver_error(cudaError_t error, const char* explanation) {
    return vgpu::client::fail("", error, explanation);
}
