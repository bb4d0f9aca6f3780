// Lesson 41, what the checker calls. Given: read it, do not edit it.
//
// The inclusive scan of values v0, v1, v2, ... is v0, v0 + v1, v0 + v1 + v2, ...; the exclusive one
// is 0, v0, v0 + v1, ... Pointers are device pointers; input and output do not overlap. No sum of
// values is beyond the range of an int.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int most_threads = 1024; // of a block

// The first steps of a scan, in one block of n threads, with the distances 1, 2, 4, ... In a step
// with distance d, element i with i >= d becomes the sum of what elements i - d and i were before
// the step; the others stay.
//
//   input, output  n elements each; output is the state after the last step
//   n              1 to most_threads
//   steps          0 to 10
void scan_steps(const int* input, int* output, int n, int steps);
WORKBOOK_CALLABLE(scan_steps);

// The inclusive scan of n values in one block of n threads; n is 1 to most_threads.
void scan_one_block(const int* input, int* output, int n);
WORKBOOK_CALLABLE(scan_one_block);

// The inclusive scan of every tile of block_size neighbouring values; it begins anew in each tile.
// The last tile is shorter where block_size does not divide n.
//
//     n = 10, block_size = 4:   3 1 4 1 | 5 9 2 6 | 5 4   becomes   3 4 8 9 | 5 14 16 22 | 5 9
//
//   input, output  n elements each
//   n              number of values; may be 0, and there may be more values than 32 bits can count
//   block_size     values of a tile and threads of a block, 1 to most_threads
//
// Every thread of a block comes to each of its barriers, and no warp adds up for all. Each value is
// read once from global memory, and each sum written once, neighbours by neighbouring threads. One
// kernel, whose work is spread over the whole GPU; the function does not wait for the device.
void scan_tiles(const int* input, int* output, std::size_t n, int block_size);
WORKBOOK_CALLABLE(scan_tiles);

// The same, exclusive; and totals[b] is the sum of all values of tile b.
//
//     n = 10, block_size = 4:   3 1 4 1 | 5 9 2 6 | 5 4   becomes   0 3 4 8 | 0 5 14 16 | 0 5
//     and totals                        9 |      22 |   9
//
//   totals  one element for each tile
void exclusive_tiles(const int* input, int* output, std::size_t n, int block_size, int* totals);
WORKBOOK_CALLABLE(exclusive_tiles);
