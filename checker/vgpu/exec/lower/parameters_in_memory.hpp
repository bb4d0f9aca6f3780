// Parameters of functions that are looked at by their address.
#pragma once

#include "vgpu/exec/analyse/register_counts.hpp"
#include "vgpu/ptx/ast.hpp"

#include <string_view>
#include <unordered_set>

namespace vgpu::exec {

// Their names, and those of other symbols that the function's code uses in the same way alone.
std::unordered_set<std::string_view> parameters_in_memory(const ptx::Function& function,
                                                          const RegisterCounts& counts);

} // namespace vgpu::exec
