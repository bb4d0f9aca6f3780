// Lesson 10, what the checker calls. Given: read it, do not edit it.
//
// Matrices are stored row after row. All pointers are device pointers; rows and columns may be 0.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// out(i, j) = a(i, j) + b(i, j) for i from 0 to rows - 1 and j from 0 to columns - 1, where a and b
// are views: element (i, j) of a lies at a[i * a_row_stride + j * a_column_stride]. Strides are
// counted in elements. One may be 0: then the same element is there for all i, or all j. One may be
// below 0: then a row, or a column, is read backwards. out is a matrix of rows x columns without
// gaps. Launches one kernel; does not wait for the device.
void add_views(const float* a, std::ptrdiff_t a_row_stride, std::ptrdiff_t a_column_stride,
               const float* b, std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride,
               float* out, int rows, int columns);
WORKBOOK_CALLABLE(add_views);

// Given: the same for views that begin inside of an array, at a_first and b_first.
void add_views_within(const float* a, std::ptrdiff_t a_first, std::ptrdiff_t a_row_stride,
                      std::ptrdiff_t a_column_stride, const float* b, std::ptrdiff_t b_first,
                      std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride, float* out,
                      int rows, int columns);
WORKBOOK_CALLABLE(add_views_within);

// out(i, j) = column[i] + row[j]. column: rows elements; row: columns elements.
void outer_sum(const float* column, const float* row, float* out, int rows, int columns);
WORKBOOK_CALLABLE(outer_sum);

// out(i, j) = matrix(i, j) + *scalar. matrix: rows x columns elements; scalar: one.
void add_scalar(const float* matrix, const float* scalar, float* out, int rows, int columns);
WORKBOOK_CALLABLE(add_scalar);

// out(i, j) = matrix(i, j) + row[j]: the row is added to each row of the matrix.
void add_row(const float* matrix, const float* row, float* out, int rows, int columns);
WORKBOOK_CALLABLE(add_row);
