// How a function that is there refuses a part of what it could be asked for.
#pragma once

#include "vgpu/library/unsupported.hpp"

#include <cuda_runtime_api.h>

namespace vgpu::library {

// Reports the name but leaves no CUDA error behind: the function's status is the error.
inline void refuse(const char* what) {
    const bool was_right = cudaPeekAtLastError() == cudaSuccess;
    workbook_report_unsupported(what);
    if (was_right) cudaGetLastError();
}

} // namespace vgpu::library
