// Launches of more threads, on more elements, than there is time and memory for.
//
// A few blocks of a large grid run: the first, the last and some between them. Where the last one
// uses no large allocation, because the grid has more blocks than there is work for, the last one
// that does is looked for by halving, and the blocks on the way run, too. If blocks have long
// loops, only one of them goes on after a while, so that it comes to numbers that 32 bits cannot
// hold. In an allocation of `repeated_from` bytes or more only the first `period` bytes are used:
// an access at any address of it goes there, a whole number of periods before. So values mean
// little, but an index that has wrapped around is an address like any other, in bounds or not.
#pragma once

#include <cstdint>

namespace vgpu::exec {

inline constexpr std::uint64_t sampled_blocks = 3;
inline constexpr std::uint64_t instructions_together = 8'000'000; // of warps, of all these blocks
inline constexpr std::uint64_t most_instructions = 64'000'000;    // about two seconds' work
inline constexpr std::uint64_t repeated_from = 1ull << 30;
// Whole elements of all common sizes: 15 has the factors 3 and 5.
inline constexpr std::uint64_t period = 15ull << 20;

} // namespace vgpu::exec
