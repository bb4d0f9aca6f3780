// Turns a Module::locations entry into what a person reads: the line, and what it was inlined into.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vgpu::ptx {

struct SourceFrame {
    std::string_view file; // of the module; empty where PTX names none
    int line = 0;
    int column = 0;
    std::string function; // "shapes::square(float)"; empty where it is not known
};

// The innermost frame first. The outermost frame's function is not part of the debug information:
// it is the function that holds the instruction, whose mangled name is `enclosing_function`.
std::vector<SourceFrame> source_frames(const Module& module, Index location,
                                       std::string_view enclosing_function = {});

} // namespace vgpu::ptx
