// What a program's libcudart asks for besides the runtime API (calls/calls.def has the
// declarations).
#pragma once

#include "vgpu/runtime/cuda_api.hpp"
#include "vgpu/runtime/tensor_map_request.hpp"

#include <cstdint>

namespace vgpu::runtime {

// An access to device memory by host code, as its processor tells it.
enum class HostAccessDirection : int { unknown, read, write };

// The runtime needs names of functions for longer than a call; those that a program sends are kept
// here, up to a limit.
const char* kept_name(const char* name);

} // namespace vgpu::runtime

extern "C" {

// The program's device code: handles are its own numbers, images lie in its memory.
cudaError_t workbook_register_module(std::uint64_t handle, std::uint64_t image, const char* name);
cudaError_t workbook_register_kernel(std::uint64_t handle, std::uint64_t host_function,
                                     const char* name);
cudaError_t workbook_register_variable(std::uint64_t handle, std::uint64_t host_variable,
                                       const char* name, std::uint64_t bytes, int constant,
                                       int managed);
cudaError_t workbook_unregister_module(std::uint64_t handle);
// Called before the host's first access to a __managed__ variable of the module, whose address is
// known once the module is loaded.
cudaError_t workbook_load_module(std::uint64_t handle);
// cudaLibraryLoadData and cudaLibraryLoadFromFile; `name` is for messages. What is wrong with the
// code also goes to the program's memory at `log`, as far as it fits, a NUL behind it.
cudaError_t workbook_load_library(const char* api, cudaLibrary_t* library, const void* code,
                                  const char* name, std::uint64_t log, std::uint64_t log_bytes);
// cuMemsetD16, cuMemsetD2D32 and their like.
cudaError_t workbook_set_elements(const cudaMemsetParams* parameters, int asynchronous,
                                  cudaStream_t stream);
// cuMemGetAddressRange: the allocation or cuMemMap mapping that contains the address, and the range
// that cuMemAddressReserve reserved around a mapping (0 bytes for an allocation).
cudaError_t workbook_address_range(std::uint64_t address, std::uint64_t* base, std::uint64_t* bytes,
                                   std::uint64_t* reserved, std::uint64_t* reserved_bytes);
// The driver's virtual memory management; the names are those of cuMemAddressReserve and its like.
// Devices are a bit each: `users` may touch the memory from now on, `readers` of them only to read,
// and of `others` the rest may not.
cudaError_t workbook_reserve_addresses(std::uint64_t* address, std::uint64_t bytes,
                                       std::uint64_t alignment, std::uint64_t wanted,
                                       std::uint64_t flags);
cudaError_t workbook_free_addresses(std::uint64_t address, std::uint64_t bytes);
cudaError_t workbook_create_memory(std::uint64_t* handle, std::uint64_t bytes, int device);
cudaError_t workbook_release_memory(std::uint64_t handle);
cudaError_t workbook_map_memory(std::uint64_t address, std::uint64_t bytes, std::uint64_t offset,
                                std::uint64_t handle, std::uint64_t flags);
cudaError_t workbook_unmap_memory(std::uint64_t address, std::uint64_t bytes);
cudaError_t workbook_set_access(std::uint64_t address, std::uint64_t bytes, std::uint32_t users,
                                std::uint32_t readers, std::uint32_t others);
cudaError_t workbook_get_access(std::uint64_t address, int device, int* may, int* may_write);
cudaError_t workbook_retain_memory(std::uint64_t address, std::uint64_t* handle);
cudaError_t workbook_memory_of_handle(std::uint64_t handle, int* device);
// How many parameters the kernel has.
cudaError_t workbook_parameter_count(std::uint64_t function, std::uint64_t* count);
// cudaFuncGetName: the name goes to the program's memory at `room`, a NUL behind it.
cudaError_t workbook_function_name(std::uint64_t function, std::uint64_t room,
                                   std::uint64_t room_bytes);
// cudaStreamGetCaptureInfo: the nodes that the stream's next one comes after go to the program's
// memory at `room`, as many as `count` says; then it says how many there are.
cudaError_t workbook_capture_info(cudaStream_t stream, int* status, unsigned long long* number,
                                  cudaGraph_t* graph, std::uint64_t room, std::uint64_t* count);
// cudaGraphDebugDotPrint: the text goes to the program's memory at `room`, as far as `bytes` says;
// then that says how long it is.
cudaError_t workbook_graph_dot(cudaGraph_t graph, unsigned flags, std::uint64_t room,
                               std::uint64_t* bytes);
// cudaGraphKernelNodeGetParams: the arguments go to the program's memory at `room`: their number,
// their sizes (4 bytes each), and then their bytes, one behind the other.
cudaError_t workbook_graph_kernel_parameters(cudaGraphNode_t node, cudaKernelNodeParams* parameters,
                                             std::uint64_t room, std::uint64_t room_bytes);
// cudaGetDriverEntryPoint and its like: where the program has that function, `ours` (0: nowhere),
// and the version of CUDA that brought it.
cudaError_t workbook_driver_entry_point(const char* api, const char* symbol, std::uint64_t ours,
                                        unsigned since, unsigned version, void** function,
                                        int* result);
// cuTensorMapEncodeTiled and cuTensorMapReplaceAddress: the map, which the program wants at `place`
// or has there. The answer is a CUresult and no error of the runtime's.
cudaError_t workbook_encode_tensor_map(const vgpu::runtime::TensorMapRequest* request,
                                       vgpu::runtime::TensorMapBytes* bytes);
cudaError_t workbook_replace_tensor_address(std::uint64_t place,
                                            vgpu::runtime::TensorMapBytes* bytes,
                                            std::uint64_t address);
// A call that the client itself found wrong.
cudaError_t workbook_fail(const char* api, cudaError_t error, const char* explanation, int loud);
// Host code touched device memory, and the program is about to die. `place`: " in square.cu:3".
cudaError_t workbook_host_access(std::uint64_t address, int direction, const char* place);
// The function that a checker called has returned: work that was not waited for runs now.
cudaError_t workbook_call_ended();
// A recording of the program's own; not while a checker records. First its length, then its text,
// which goes to the program's memory.
cudaError_t workbook_recording_begin();
cudaError_t workbook_recording_end(std::uint64_t* bytes);
cudaError_t workbook_recording_fetch(std::uint64_t room, std::uint64_t room_bytes);
// The host has not called for long and may be looking at memory that kernels write.
cudaError_t workbook_run_pending();
// The program has left main or called exit; and its last word.
cudaError_t workbook_exiting();
cudaError_t workbook_ended();
}
