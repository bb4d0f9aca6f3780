// Lesson 63, what the checker calls. Given: read it, do not edit it.
//
// A bfloat16 (bf16) has 2 bytes: the upper half of a float. Values are computed in float, and
// rounded once, where they are stored, to the nearest bfloat16 (as __float2bfloat16 does).
//
// All pointers are device pointers and multiples of 16, as cudaMalloc gives them; arrays do not
// overlap. There may be more elements than 32 bits can count. Values are finite, and the squares
// of a row add up to less than 10^38. The functions launch one kernel, or none if there are no
// elements, and do not wait for it. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <algorithm>
#include <cstddef>
#include <cuda_bf16.h>

using bf16 = __nv_bfloat16;

constexpr int eight = 8; // values of 2 bytes in 16 bytes: a piece
constexpr int pieces_of_a_thread = 2;
constexpr int most_threads = 1024; // of a block
constexpr int most_columns = most_threads * pieces_of_a_thread * eight;

// The threads of a block that has a row of so many columns: whole warps, so many that each thread
// has at most two pieces.
constexpr int threads_for(int columns) {
    constexpr int columns_of_a_warp = 32 * pieces_of_a_thread * eight;
    return std::max(1, (columns + columns_of_a_warp - 1) / columns_of_a_warp) * 32;
}

// h[i] = x[i] + r[i], a piece for each thread.
//
//   n  elements; a multiple of 8; may be 0
void add(const bf16* x, const bf16* r, bf16* h, std::size_t n);
WORKBOOK_CALLABLE(add);

// A block for each `threads` values, a thread for each value. sums[i] = what thread i gets: the sum
// of its block's values.
//
//   values, sums  blocks * threads elements
//   threads       a multiple of 32, at most most_threads
//   blocks        may be 0
void block_sums(const float* values, int threads, int blocks, float* sums);
WORKBOOK_CALLABLE(block_sums);

// scales[b] = 1 / sqrt(mean + eps), mean the mean of the squares of h = x + r in row b. The h are
// floats here, not rounded. A block for each row, so that the work is spread over the whole GPU.
//
//   x, r     rows * columns elements, row after row
//   columns  a multiple of 8, 8 to most_columns
//   eps      0 or more; not 0 for a row whose squares add up to less than 10^-30 (zeros, say)
void inverse_rms(const bf16* x, const bf16* r, std::size_t rows, int columns, float eps,
                 float* scales);
WORKBOOK_CALLABLE(inverse_rms);

// In each row, h = x + r, and y = h * scale * w: the scale as above, from the h that are not
// rounded, and y from them, too.
//
//   columns  any number from 1 to most_columns; a row begins at a multiple of 16 bytes only if it
//            is a multiple of 8
//   w        columns elements, the same for all rows
//   h, y     rows * columns elements
//
// A block for each row, as above, whose threads share it evenly. Each element of x and r is read
// once, each of h and y written once; where columns is a multiple of 8, 16 bytes at a time.
void rmsnorm_residual(const bf16* x, const bf16* r, const bf16* w, bf16* h, bf16* y,
                      std::size_t rows, int columns, float eps);
WORKBOOK_CALLABLE(rmsnorm_residual);
