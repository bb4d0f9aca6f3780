// Lesson 02, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

// How many elements each of the arrays of add() has.
inline constexpr int element_count = 4096;

// out[i] = x[i] + y[i] for every i from 0 to element_count - 1.
// x, y, out: device pointers to element_count integers each. x and y are only read; what is in out
// before the call is unspecified. Does not wait for the device.
void add(const int* x, const int* y, int* out);
WORKBOOK_CALLABLE(add);

// The same on any grid: out[i] = x[i] + y[i] for i from 0 to blocks * threads_per_block - 1; what
// lies beyond is neither read nor written.
// x, y, out: device pointers to at least blocks * threads_per_block integers each, which are fewer
// than 2^31.
void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block);
WORKBOOK_CALLABLE(add_on_grid);
