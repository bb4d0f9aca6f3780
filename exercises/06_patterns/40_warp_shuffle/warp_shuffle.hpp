// Lesson 40, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

constexpr int warp_size = 32;
constexpr int threads_per_block = 256; // 8 warps; of all launches but the one of add_steps

// The first steps of a sum in one warp, with the offsets 16, 8, 4, 2, 1. Lanes 0 to lanes - 1 take
// part; the others of the 32 are there, hold a value, and stay out of it.
//
//   values  device pointer, 32 elements: lane l begins with values[l]
//   lanes   1 to 32, how many lanes take part
//   steps   0 to 5, how many steps are made
//   state   device pointer, 32 elements: what each lane holds after the last step
//
// In a step, lane l adds to its value what lane l + offset had before the step, if that lane takes
// part; if not, its value stays as it is. After five steps lane 0 has the sum of those that took
// part. The function does not wait for the device.
void add_steps(const std::uint32_t* values, int lanes, int steps, std::uint32_t* state);
WORKBOOK_CALLABLE(add_steps);

// In the functions below, warp w has the values from 32 w on, one for each lane: lane l has value
// 32 w + l. The last warp may have fewer values than lanes. n may be 0, and there may be more
// values than 32 bits can count. With W = (n + 31) / 32 warps, `sums`, `ballots` and `counts` have
// W elements, and `kept` has n.
//
// One kernel each. Lanes exchange values by the functions for warps: no shared memory, no atomics;
// a sum takes five steps, a ballot one vote. Each value is read once. The functions do not wait for
// the device.

// sums[w] = the sum of the values of warp w, modulo 2^32.
void warp_sums(const std::uint32_t* values, std::size_t n, std::uint32_t* sums);
WORKBOOK_CALLABLE(warp_sums);

// Bit l of ballots[w] is 1 if lane l of warp w has a value and it is above `limit`, else 0.
void warp_ballots(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* ballots);
WORKBOOK_CALLABLE(warp_ballots);

// The values of warp w that are above `limit` go to kept[32 w], kept[32 w + 1], ..., in the order
// of the array; counts[w] says how many they are. Nothing else is written: behind them `kept` stays
// as it was.
void warp_compact(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* kept, std::uint32_t* counts);
WORKBOOK_CALLABLE(warp_compact);
