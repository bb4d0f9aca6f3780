// The interface of lesson 25: given, not edited.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Counts how many of n values fall into each of bin_count equally wide bins of [low, high).
//
//   values     device pointer, n elements; may hold anything, NaN included
//   n          number of values; may be 0, and there may be more values than 32 bits can count
//   low, high  the range, low < high; low belongs to it, high does not; high - low is finite
//   counts     device pointer, bin_count elements; its old content means nothing
//   bin_count  number of bins, at least 1
//
// One kernel, whose threads share the values evenly, so that the work is spread over the whole GPU.
//
// With width = (high - low) / bin_count, a value x with low <= x < high belongs to bin
// floor((x - low) / width). Where rounding in float makes that bin_count, it belongs to the last
// bin. Values outside the range, and NaN, are not counted.
void histogram(const float* values, std::size_t n, float low, float high, unsigned int* counts,
               int bin_count);
WORKBOOK_CALLABLE(histogram);
