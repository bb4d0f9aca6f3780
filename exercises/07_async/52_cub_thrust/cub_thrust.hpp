// Lesson 52, what the checker calls. Given: read it, do not edit it.
//
// All pointers are device pointers. A count may be 0. The work is done by CUB or Thrust: no array
// of temporary values is allocated, only what the library itself asks for, and all of it is freed.
// Each value is read once. An error that CUDA reports is thrown, but for what Thrust itself does
// not look at. No value is NaN, and no difference.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// *result = the sum of n values; no sum of some of them is beyond an int. Given, but for what you
// write in TODO 1. Does not wait for the device.
void total(const int* values, std::size_t n, int* result);
WORKBOOK_CALLABLE(total);

// *result = the smallest of n values, which may be infinite; infinity if there are none. Does not
// wait for the device.
void smallest(const float* values, std::size_t n, float* result);
WORKBOOK_CALLABLE(smallest);

// *result = the largest |a[i] - b[i]|, computed in float; 0 if there are no values. Does not wait
// for the device.
//
//   a, b  n elements each
void largest_difference(const float* a, const float* b, std::size_t n, float* result);
WORKBOOK_CALLABLE(largest_difference);

// sums[r] = the sum of row r. Sums have 64 bits, and may need them. Does not wait for the device.
//
//   matrix  rows * columns elements, below 2^31: row r begins at element r * columns
//   sums    `rows` elements
void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums);
WORKBOOK_CALLABLE(row_sums);

// The place of the largest |a[i] - b[i]|: the lowest i if there are several, 0 if there are no
// values. The result is on the host, so the function waits.
std::size_t place_of_largest_difference(const float* a, const float* b, std::size_t n);
WORKBOOK_CALLABLE(place_of_largest_difference);
