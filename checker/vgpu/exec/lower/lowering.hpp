// Lowers a resolved function to its executable form.
#pragma once

#include "vgpu/exec/lower/program.hpp"

namespace vgpu::exec {

// Fills `function` (whose source, index and program are set, and whose signature and those of the
// functions that it calls are declared). What cannot run is an error at its place in the PTX text.
std::optional<Diagnostic> lower(Program& program, const isa::Function& resolved,
                                ExecutableFunction& function);

} // namespace vgpu::exec
