// Lesson 29, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Counts how many of n values fall into each of bin_count equally wide bins of [low, high), by the
// rules of lesson 25: low belongs to the range, high does not, NaN is never counted.
//
//   values     device pointer, n elements
//   n          number of values; may be 0, and there may be more values than 32 bits can count
//   low, high  the range, low < high; high - low is finite
//   counts     device pointer, bin_count elements; its old content means nothing
//   bin_count  1 to 12288: as many counts as fit into the 48 KiB of a block's shared memory
//
// Each block counts in bins of its own, bin_count of them in dynamic shared memory, and adds them
// to `counts` once, at its end, with at most one atomic addition for each bin. All threads of the
// block take part in that, and in clearing the bins, each of them once. One kernel; the function
// does not wait for the device. An error that CUDA reports is thrown.
void histogram(const float* values, std::size_t n, float low, float high, unsigned* counts,
               int bin_count);
WORKBOOK_CALLABLE(histogram);
