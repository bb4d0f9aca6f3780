// Phases in which no thread of a block stores to shared memory.
#pragma once

#include "vgpu/exec/lower/program.hpp"

namespace vgpu::exec {

// ControlOp::is_quiet_behind, once branches know their targets. `all_lanes`: Op::guard of ops
// without one.
void mark_quiet_barriers(const Program& program, const isa::Function& resolved, Offset all_lanes,
                         ExecutableFunction& function);

} // namespace vgpu::exec
