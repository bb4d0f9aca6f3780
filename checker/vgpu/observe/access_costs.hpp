// What an access costs: sectors, conflicts (docs/decisions/0006-traffic-model.md says what they
// mean).
#pragma once

#include "vgpu/observe/access.hpp"

#include <cstdint>

namespace vgpu::observe {

// Distinct 32-byte sectors that an access touches, summed over its phases.
std::uint32_t sectors(const Access& access);

// Passes over shared memory (32 banks of 4 bytes, one word of a bank a pass) beyond one a phase.
std::uint32_t bank_conflicts(const Access& access);

// Atomics on one address take their turns: the lanes of the busiest address beyond the first. In
// shared memory those of the busiest bank, since words of one bank take theirs too.
std::uint32_t atomic_conflicts(const Access& access);

// Constant memory gives one address at a time to a warp: the distinct addresses beyond the first.
std::uint32_t constant_conflicts(const Access& access);

// Local memory is laid out so that the 32 lanes' words at one offset lie side by side: the sectors
// of an access are those of its words, 8 lanes in each.
std::uint32_t local_sectors(const Access& access);

} // namespace vgpu::observe
