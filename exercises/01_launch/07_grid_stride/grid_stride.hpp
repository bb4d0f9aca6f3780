// Lesson 07, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// All pointers are device pointers to n elements each; n may be 0. Each function launches its
// kernel once, on a grid of `blocks` blocks of `threads_per_block` threads, which may be smaller or
// larger than n, and does not wait for the device. There may be more elements than 32 bits can
// count.

// out[i] = x[i] + y[i] for every i from 0 to n - 1. x and y are only read.
void add(const int* x, const int* y, int* out, std::size_t n, int blocks, int threads_per_block);
WORKBOOK_CALLABLE(add);

// y[i] = a * x[i] + y[i] for every i from 0 to n - 1 ("single-precision a times x plus y", the name
// that BLAS gave it). x is only read.
void saxpy(float a, const float* x, float* y, std::size_t n, int blocks, int threads_per_block);
WORKBOOK_CALLABLE(saxpy);
