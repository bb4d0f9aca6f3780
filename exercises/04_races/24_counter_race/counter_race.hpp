// Lesson 24, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// All pointers are device pointers. No function waits for the device. There may be more elements
// than 32 bits can count.

// Every thread of a grid of `blocks` blocks of `threads_per_block` threads adds 1 to *counter,
// which may hold any number before.
void count_threads(unsigned* counter, int blocks, int threads_per_block);
WORKBOOK_CALLABLE(count_threads);

// *count becomes the number of values that are greater than threshold.
// values: n elements, only read; n may be 0. What *count holds before means nothing. One kernel of
// 64 blocks of 64 threads, each of which changes *count at most once.
void count_greater(const int* values, std::size_t n, int threshold, unsigned* count);
WORKBOOK_CALLABLE(count_greater);

// Each of n threads takes the next number from *counter, as customers at a counter do, and leaves
// it in tickets: with *counter = 7 before, tickets holds 7, 8, ... 7 + n - 1 in some order, and
// *counter is 7 + n afterwards. tickets: n elements; n may be 0.
void take_tickets(unsigned* counter, unsigned* tickets, std::size_t n);
WORKBOOK_CALLABLE(take_tickets);
