// Parses PTX text to a Module, or finds the first thing that is wrong with it and where.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <string_view>

namespace vgpu::ptx {

// Never throws on any text, however hostile; depth, counts and sizes are bounded (a text that
// exceeds a bound is an error like any other).
Expected<Module> parse(std::string_view text);

} // namespace vgpu::ptx
