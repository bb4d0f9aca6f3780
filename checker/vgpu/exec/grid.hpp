// Runs all blocks of a launch.
//
// Blocks run one after another as far as that works. When those that run only wait for memory to
// change, or take very long, more are started beside them: a block that waits for a later one makes
// progress. A cooperative launch has all blocks resident from the beginning.
#pragma once

#include "vgpu/exec/interpreter.hpp"

namespace vgpu::exec {

// Fills in the launch's counters and its fault.
void run_grid(Machine& machine, Launch& launch);

} // namespace vgpu::exec
