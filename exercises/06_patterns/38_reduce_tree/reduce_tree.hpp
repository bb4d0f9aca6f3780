// Lesson 38, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int threads_per_block = 256; // of both launches of sum
constexpr int most_partials = 1024;    // as many blocks at most in its first launch

// Adds up n values with `blocks` blocks of `block_size` threads; every block leaves one sum.
//
//   values      device pointer, n elements
//   n           number of values; may be 0, and there may be more values than 32 bits can count
//   blocks      1 or more; there may be more threads than values, or fewer
//   block_size  1 to 1024, any number: 33 or 1000 as well
//   sums        device pointer, `blocks` elements; their old content means nothing
//
// Thread g of the grid, counted through all blocks, takes the values g, g + T, g + 2 T, ... where T
// is the number of threads of the grid; sums[b] is the sum of what the threads of block b took, 0
// if that was nothing. One kernel; the function does not wait for the device.
void sum_of_blocks(const float* values, std::size_t n, int blocks, int block_size, float* sums);
WORKBOOK_CALLABLE(sum_of_blocks);

// *result = the sum of n values; 0 if there are none. The same values give the same bits each time.
//
//   values    device pointer, n elements
//   n         number of values; may be 0, and there may be more values than 32 bits can count
//   partials  device pointer, most_partials elements to work in
//   result    device pointer, one element
//
// Two launches of the kernel above, both with threads_per_block threads: the first has a block for
// every 256 values, at least one and at most most_partials, and leaves their sums in `partials`;
// the second, of one block, adds those up.
void sum(const float* values, std::size_t n, float* partials, float* result);
WORKBOOK_CALLABLE(sum);
