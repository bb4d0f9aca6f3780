// Lesson 27, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

// Lets heat spread on a plate, `steps` times. The plate is a grid of height rows of width points,
// row after row without padding. In one step every point takes
//
//     new(x, y) = old(x, y) + rate * (old(x - 1, y) + old(x + 1, y) + old(x, y - 1) + old(x, y + 1)
//                                     - 4 * old(x, y))
//
// where all values on the right are those from before the step. Points on the border (first and
// last row, first and last column) keep their temperature for ever.
//
//   plate          device pointer, width * height; the start, and afterwards the result
//   other          device pointer, width * height; room to work in, its content means nothing
//   width, height  may be 0; height is at most 500000
//   steps          0 or more; with 0 nothing happens
//   rate           0 to 0.25
//
// One kernel for each step. Nothing is copied except, if it must be, the result, once. No memory is
// allocated, and the function does not wait for the device. An error that CUDA reports is thrown.
void spread_heat(float* plate, float* other, int width, int height, int steps, float rate);
WORKBOOK_CALLABLE(spread_heat);
