// What a launch needs to know of a kernel: parameters, shared and local memory, limits.
#pragma once

#include "vgpu/exec/program.hpp"

namespace vgpu::exec {

// Fills in everything but the names. Shared variables are laid out a kernel at a time, so that a
// kernel has those that it and the functions it calls name, and no others.
void describe_kernel_attributes(const Program& program, Kernel& kernel);

} // namespace vgpu::exec
