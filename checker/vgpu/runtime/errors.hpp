// Names and texts of cudaError_t, and what a device fault becomes.
#pragma once

#include "vgpu/exec/fault.hpp"

#include <driver_types.h>

namespace vgpu::runtime {

const char* error_name(cudaError_t error);
const char* error_text(cudaError_t error);

// The code that a kernel stopped by this fault leaves behind.
cudaError_t error_of(const exec::Fault& fault);

} // namespace vgpu::runtime
