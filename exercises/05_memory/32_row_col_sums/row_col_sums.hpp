// Lesson 32, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// For all four: `matrix` is a device pointer to rows x columns floats, row-major: element (r, c) is
// matrix[r * columns + c]; it is only read. rows and columns may be any numbers, also 0. `sums` is
// a device pointer; what it held before means nothing. The functions do not wait for the device. An
// error that CUDA reports is thrown.
//
// The blocks have 256 threads: `width` along a row, 256 / width rows of them. width is 1, 2, 4, 8,
// ... 256. A row, or a column, is shared among `pieces` blocks, from 1 to 65535, and evenly among
// the threads of a block that stand in it.

constexpr int threads_per_block = 256;

// sums[r] = matrix[r][0] + ... + matrix[r][columns - 1], for every r; 0 if there are no columns.
// Grid: (blocks that cover the rows, pieces).
void row_sums_with(const float* matrix, std::size_t rows, std::size_t columns, int width,
                   int pieces, float* sums);
WORKBOOK_CALLABLE(row_sums_with);

// sums[c] = matrix[0][c] + ... + matrix[rows - 1][c], for every c; 0 if there are no rows.
// Grid: (blocks that cover the columns, pieces).
void column_sums_with(const float* matrix, std::size_t rows, std::size_t columns, int width,
                      int pieces, float* sums);
WORKBOOK_CALLABLE(column_sums_with);

// The same two with a width and a number of pieces that fit the shape of the matrix. For matrices
// of 2^18 elements or more:
//   - at least 2^13 threads are launched, and no more than there are elements, rounded up to whole
//     blocks;
//   - on average at least half of the lanes that read are used;
//   - where rows have 256 elements or more, reads are coalesced.
void row_sums(const float* matrix, std::size_t rows, std::size_t columns, float* sums);
WORKBOOK_CALLABLE(row_sums);
void column_sums(const float* matrix, std::size_t rows, std::size_t columns, float* sums);
WORKBOOK_CALLABLE(column_sums);
