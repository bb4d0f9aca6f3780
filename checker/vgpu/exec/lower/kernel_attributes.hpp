// What a launch needs to know of a kernel: parameters, shared and local memory, limits.
#pragma once

#include "vgpu/exec/lower/program.hpp"

namespace vgpu::exec {

// Local memory of a function and those that it calls.
class StackDepth {
  public:
    explicit StackDepth(const Program& program);
    std::uint64_t of(std::uint32_t function) const { return deepest_[function]; }

  private:
    std::vector<std::uint64_t> deepest_;
};

// Fills in everything but the names. Shared variables are laid out a kernel at a time, so that a
// kernel has those that it and the functions it calls name, and no others.
// Returns how much work it was: that of all kernels of a module is bounded.
std::uint64_t describe_kernel_attributes(const Program& program, const StackDepth& depth,
                                         Kernel& kernel);

} // namespace vgpu::exec
