// Lesson 30, what the checker calls, and what the five functions are meant to do. This file is
// right: read it, do not edit it.
//
// All pointers are device pointers. n may be 0, and there may be more elements than 32 bits can
// count. Each function launches one kernel with blocks of threads_per_block threads and does not
// wait for it. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int threads_per_block = 256;
constexpr int most_blocks = 64; // of patients 1 and 5, whose kernels have a loop

// Patient 1. counts[b] = how many of the n values x have low + b * width <= x < low + (b + 1) *
// width, for each of bin_count bins; values below or above all bins are not counted. counts holds
// zeros before. (low, width and the values are such that float computes all of this exactly.)
void histogram(const float* values, std::size_t n, float low, float width, int* counts,
               int bin_count);
WORKBOOK_CALLABLE(histogram);

// Patient 2. places[i] = where values[i] lies between low and high, as a number from 0 (at low) to
// 1 (at high): below 0 or above 1 where it lies outside. (All of it exact in float.)
void relative_places(const float* values, std::size_t n, float low, float high, float* places);
WORKBOOK_CALLABLE(relative_places);

// Patient 3. steps[i] = values[i] - values[i - 1], and steps[0] = values[0]. Each value is read
// from global memory once, but for the last one before each block.
void steps_between(const int* values, std::size_t n, int* steps);
WORKBOOK_CALLABLE(steps_between);

// Patient 4. sums[i] = values[i - 1] + values[i] + values[i + 1], where what does not exist counts
// as 0. A thread for each element, in as few blocks as that takes.
void sums_of_three(const int* values, std::size_t n, int* sums);
WORKBOOK_CALLABLE(sums_of_three);

// Patient 5. Reverses each stretch of threads_per_block elements in place, the shorter last one
// within itself: as in lesson 28, with a loop, so that a block may have more than one stretch.
void reverse_stretches(int* data, std::size_t n);
WORKBOOK_CALLABLE(reverse_stretches);
