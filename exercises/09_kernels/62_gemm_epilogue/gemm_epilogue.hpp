// Lesson 62, what the checker calls. Given: read it, do not edit it.
//
// What you write, in gemm_epilogue.cu, are functors and a template, which no checker can call:
// probe.cu uses them in the functions below. `up` and `down` are yours.
//
// All pointers are device pointers, to matrices of floats in row-major order, one row after the
// other. Sizes are any numbers from 0 on; no matrix has more than 2'000'000'000 elements, and rows
// are at most 8388480. An output overlaps with no input, unless it is said below.
//
// All is computed in float. The functions launch one kernel, if the output has elements, allocate
// nothing, and do not wait for the device. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

// out(i, j) = your functor's result for in(i, j): `rows` rows of `columns` elements each.
void apply_bias(const float* in, const float* bias, float* out, int rows, int columns);
WORKBOOK_CALLABLE(apply_bias);
void apply_residual(const float* in, const float* residual, float* out, int rows, int columns);
WORKBOOK_CALLABLE(apply_residual);
void apply_gelu(const float* in, float* out, int rows, int columns);
WORKBOOK_CALLABLE(apply_gelu);
// Then{Plus{3}, Times{2}}: first 3 is added, then the sum is doubled.
void apply_plus_times(const float* in, float* out, int rows, int columns);
WORKBOOK_CALLABLE(apply_plus_times);
// Then{Then{Bias, Times{2}}, Residual}
void apply_three(const float* in, const float* bias, const float* residual, float* out, int rows,
                 int columns);
WORKBOOK_CALLABLE(apply_three);

// Then{Then{Place, Times{2}}, Place}, where Place{} adds 100 * row + column.
void apply_places(const float* in, float* out, int rows, int columns);
WORKBOOK_CALLABLE(apply_places);

// C = A B, by your gemm(), with a functor that adds 1 to calls(i, j) when it is called for element
// (i, j), and returns the sum as it is.
//
//   A      m rows and k columns
//   B      k rows and n columns
//   C      m rows and n columns; each element is written once, 16 bytes at a time where
//          all rows begin at multiples of 16 bytes
//   calls  m rows and n columns, of which each element was 0
void gemm_counted(const float* A, const float* B, float* C, unsigned* calls, int m, int n, int k);
WORKBOOK_CALLABLE(gemm_counted);
// The same without calls, and C = A B begins behind one float that is left as it is: out has
// 1 + m n elements. So C does not begin at a multiple of 16 bytes, though A and B may.
void gemm_behind_one(const float* A, const float* B, float* out, int m, int n, int k);
WORKBOOK_CALLABLE(gemm_behind_one);

// The first half of a feed-forward layer: y = gelu(x W + bias).
//
//   x     m rows and k columns: a row for each token
//   W     k rows and n columns
//   bias  n elements, one for each column
//   y     m rows and n columns
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k);
WORKBOOK_CALLABLE(up);

// The second half: h = residual + (y W + bias). residual, m rows and n columns, may be h: then what
// stands in h is the residual.
void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k);
WORKBOOK_CALLABLE(down);

// Given: down(y, W, bias, h, h, m, n, k).
void down_in_place(const float* y, const float* W, const float* bias, float* h, int m, int n,
                   int k);
WORKBOOK_CALLABLE(down_in_place);
