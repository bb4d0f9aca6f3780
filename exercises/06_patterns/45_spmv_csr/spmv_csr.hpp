// Lesson 45, what the checker calls. Given: read it, do not edit it.
//
// A sparse matrix in CSR form keeps the elements that are not 0, row after row: its nonzeros.
//
//   offsets   rows + 1 elements: row r has the nonzeros offsets[r] to offsets[r + 1] - 1, none if
//             the two are equal; offsets[0] is 0, and offsets[rows] counts all nonzeros
//   columns   one element for each nonzero: its column. Within a row, columns may be in any order
//   values    one element for each nonzero
//
// y = A x: y[r] is the sum of values[k] * x[columns[k]] over the nonzeros k of row r, in float; 0
// if the row has none. x has as many elements as the matrix has columns, y has `rows` elements.
//
// All pointers are device pointers, and nothing overlaps. rows and nonzeros may be 0; together they
// are at most 2'000'000'000. The functions do not wait for the device. An error that CUDA reports
// is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int warp_size = 32;
constexpr int threads_per_block = 256; // of all launches

// y = A x, a thread for each row. One kernel, spread over the whole GPU.
void spmv_rows(const int* offsets, const int* columns, const float* values, int rows,
               const float* x, float* y);
WORKBOOK_CALLABLE(spmv_rows);

// y = A x, a warp for each row: its lanes take neighbouring nonzeros. One kernel, spread over the
// whole GPU.
void spmv_warps(const int* offsets, const int* columns, const float* values, int rows,
                const float* x, float* y);
WORKBOOK_CALLABLE(spmv_warps);

// The work as a list of steps: for each row, a step for each of its nonzeros, then one for its end.
// Nonzero k of row r is step k + r, the end of row r is step offsets[r + 1] + r. Every 2048 steps
// are a share; the last one may be shorter.
constexpr int steps_of_a_share = 2048;
constexpr int shares_for(int rows, int nonzeros) {
    return (rows + nonzeros + steps_of_a_share - 1) / steps_of_a_share;
}

// First launch. begins[b], for b from 0 to the number of shares: how many rows end before step
// b * 2048. So share b begins in row begins[b], with nonzero b * 2048 - begins[b].
//
//   begins  shares_for(rows, nonzeros) + 1 elements
void share_begins(const int* offsets, int rows, int nonzeros, int* begins);
WORKBOOK_CALLABLE(share_begins);

// Second launch, a block for each share. Of the nonzeros of its share alone:
//
//   y[r]        for each row r that ends in share b: the sum of its nonzeros that lie in share b
//   carries[b]  the sum of those nonzeros of share b whose row, begins[b + 1], ends in a later
//               share; 0 if there are none. One element for each share
//
// Each nonzero is read once; the threads of a block share its products evenly.
void sum_shares(const int* offsets, const int* columns, const float* values, int rows, int nonzeros,
                const float* x, const int* begins, float* y, float* carries);
WORKBOOK_CALLABLE(sum_shares);

// Third launch. Adds carries[b] to y[begins[b + 1]], for every share b; not if there is no such
// row.
void add_carries(const int* begins, const float* carries, int rows, int nonzeros, float* y);
WORKBOOK_CALLABLE(add_carries);

// y = A x, by these three launches, with begins and carries to work in. The same bits in every run.
void spmv_balanced(const int* offsets, const int* columns, const float* values, int rows,
                   int nonzeros, const float* x, int* begins, float* carries, float* y);
WORKBOOK_CALLABLE(spmv_balanced);
