// Lesson 22, what the checker compares with.
#pragma once

#include "wire/interface.hpp"

// What CUDA says of the lesson's kernels, tried out: threads[which * count + k] is the number of
// threads that a multiprocessor holds of kernel `which` in blocks of blocks[k], 0 if a launch is
// refused. blocks: host pointer, `count` elements; threads: host pointer, `kernels` * `count`
// elements. Returns the number of multiprocessors.
int ask_device(const int* blocks, int count, int* threads);
WORKBOOK_CALLABLE(ask_device);
