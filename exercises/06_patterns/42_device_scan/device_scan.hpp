// Lesson 42, what the checker calls. Given: read it, do not edit it.
//
// All pointers are device pointers. n may be 0, and there may be more values than 32 bits can
// count. Sums have 64 bits, and none is beyond them. The functions do not wait for the device.
#pragma once

#include "wire/interface.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

constexpr int threads_per_block = 256; // of all launches
constexpr int most_blocks = 1024;      // of a launch

// The array is cut into stretches, one for each block. A stretch has whole tiles of 256 values, all
// stretches have the same number of tiles, and the last one may be shorter.
constexpr std::size_t stretch_for(std::size_t n) {
    const std::size_t tiles = (n + threads_per_block - 1) / threads_per_block;
    const std::size_t tiles_of_a_block = (tiles + most_blocks - 1) / most_blocks;
    return std::max<std::size_t>(tiles_of_a_block, 1) * threads_per_block;
}
constexpr unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + stretch_for(n) - 1) / stretch_for(n));
}

// In all launches the threads of a block share its values evenly. The work of the first and of the
// third is spread over the whole GPU.
//
// First launch: totals[b] = the sum of the values of stretch b.
//
//   values  n elements
//   totals  most_blocks elements, of which the first blocks_for(n) are written
void stretch_totals(const int* values, std::size_t n, std::int64_t* totals);
WORKBOOK_CALLABLE(stretch_totals);

// Second launch, of one block: the exclusive scan of `count` totals, in place. totals[b] becomes
// the sum of all totals before it. There may be more totals than the block has threads.
void scan_totals(std::int64_t* totals, int count);
WORKBOOK_CALLABLE(scan_totals);

// Third launch: sums[i] = before[b] + the sum of the values from the beginning of i's stretch b up
// to and including value i.
//
//   before  most_blocks elements, of which the first blocks_for(n) have a value
//   sums    n elements
void scan_stretches(const int* values, std::size_t n, const std::int64_t* before,
                    std::int64_t* sums);
WORKBOOK_CALLABLE(scan_stretches);

// The inclusive scan of all values: sums[i] = values[0] + ... + values[i].
//
//   work  most_blocks elements to work in
//
// Three launches, those above; none if n is 0. Each value is read twice, each sum is written once.
void scan(const int* values, std::size_t n, std::int64_t* work, std::int64_t* sums);
WORKBOOK_CALLABLE(scan);
