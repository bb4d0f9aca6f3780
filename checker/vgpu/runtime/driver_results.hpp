// The driver API's results (CUresult of cuda.h), and those of the runtime API's errors.
//
// Where both have a number, it means the same in both: cuda.h and driver_types.h (CUDA 13.0) agree
// on all that they share, which a test compares by name. The runtime's others, below 100, say more
// than the driver does.
#pragma once

#include <cuda.h>
#include <driver_types.h>

#include <string_view>

namespace vgpu::runtime {

// "CUDA_ERROR_INVALID_VALUE"; null: there is no such result.
const char* driver_result_name(CUresult result);

// What a function of the driver answers where the runtime's says `error`.
CUresult driver_result(cudaError_t error);

// Whether it is a function of the driver API ("cuMemAlloc"), not of the runtime's.
bool is_driver_function(std::string_view name);

} // namespace vgpu::runtime
