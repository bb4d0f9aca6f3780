// Lesson 16, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

// A hidden layer of n neurons, each of which sees one pixel:
//
//     out[i] = tanh(grey[i] / 255 * weights[i])
//
//   grey     host pointer, n bytes: the brightness, 0 is black, 255 is white
//   weights  host pointer, n floats of any size; where one is NaN, so is the result
//   out      host pointer, n floats
//   n        may be 0; there may be more neurons than 32 bits can count
//
// The relative error is at most 1e-6, for results near 0 as well (down to 1e-30), in single
// precision from end to end.
//
// One kernel, whose work is spread over the whole GPU. grey and weights go to the device in one
// copy each, out comes back in one; nothing else is copied. When the function returns, out is
// complete and all device memory that it took is given back. An error that CUDA reports is thrown.
//
// The host memory may be of any kind. It may be pinned (cudaMallocHost): then the copies are as
// fast as the bus, and the function takes hardly longer than they do.
void hidden_layer(const std::uint8_t* grey, const float* weights, float* out, std::size_t n);
WORKBOOK_CALLABLE(hidden_layer);
