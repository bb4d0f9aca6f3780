// Lesson 33, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Smooths, sharpens or differentiates a row of numbers: every element of the output is a weighted
// sum of the 2 * radius + 1 elements around it,
//
//     output[i] = weights[0] * input[i - radius] + ... + weights[radius] * input[i] + ...
//                 + weights[2 * radius] * input[i + radius]
//
// Beyond either end the row goes on with its outermost element: input[-1], input[-2], ... count as
// input[0], and input[n], input[n + 1], ... as input[n - 1].
//
//   input, output  device pointers, n elements each; they do not overlap
//   n              number of elements; may be 0, and there may be more elements than 32 bits can
//                  count
//   weights        HOST pointer, 2 * radius + 1 elements
//   radius         0 to 8
//   block_size     threads of a block and elements of the output that it writes, 1 to 1024; may be
//                  smaller than the radius; there are at most 2^31 - 1 blocks
//
// One kernel, with one thread for each element, rounded up to whole blocks. A block reads each
// element that it needs from global memory once, into dynamic shared memory of exactly
// (block_size + 2 * radius) * sizeof(float) bytes. The function does not wait for the device.
void stencil(const float* input, float* output, std::size_t n, const float* weights, int radius,
             int block_size);
WORKBOOK_CALLABLE(stencil);
