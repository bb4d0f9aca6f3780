// Every place of a module that names one of its symbols: a function or a module-scope variable.
//
// A visit of them all replaces aliases, and makes equal names of several modules distinct.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <functional>
#include <string>

namespace vgpu::ptx {

// Calls `rename` with each name by which code or an initialiser mentions a symbol. Declarations,
// and names of a function's own variables and parameters, are left alone.
void rename_symbols(Module& module, const std::function<void(std::string&)>& rename);

} // namespace vgpu::ptx
