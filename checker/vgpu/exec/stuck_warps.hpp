// Warps of which no lane can go on, in words and as faults of their launch.
#pragma once

#include "vgpu/exec/warp_turn.hpp"

#include <string>

namespace vgpu::exec {

// "lanes 0-15 wait at barrier 0 (a.cu:12), lanes 16-31 run (a.cu:14)"
std::string describe_waits(const Machine& machine, const Warp& warp);

// The warp's lanes wait for each other in vain. False, so that callers can return it.
bool fail_stuck_warp(const WarpTurn& turn);
// A block of which no warp can go on.
void fail_deadlock(Machine& machine, Launch& launch, Block& block);
// The warp spins, and no other warp will end that. The fault's detail says which warps spin where.
void fail_without_end(const WarpTurn& turn, Fault fault);

} // namespace vgpu::exec
