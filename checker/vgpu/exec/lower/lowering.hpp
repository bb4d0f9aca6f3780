// From a resolved function to its executable form.
#pragma once

#include "vgpu/exec/lower/program.hpp"

namespace vgpu::exec {

// Fills `function` (whose source, index and program are set). What cannot run is an error at its
// place in the PTX text.
std::optional<Diagnostic> lower(Program& program, const isa::Function& resolved,
                                ExecutableFunction& function);

// The declarations alone: parameter areas and native functions. Calls need them of all functions
// before any of them is lowered.
void lower_signature(ExecutableFunction& function);

} // namespace vgpu::exec
