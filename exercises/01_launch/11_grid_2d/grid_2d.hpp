// Lesson 11, what the checker calls. Given: read it, do not edit it.
//
// An image has `height` rows of `width` pixels. In device memory each row begins `pitch` bytes
// after the one before; what lies behind a row's last pixel, up to the next row, is padding and
// is no part of the image.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// output(x, y) = factor * input(x, y) for every pixel: x from 0 to width - 1, y from 0 to height
// - 1. input, output: device pointers to the first row. The pitches are in bytes, multiples of 4,
// at least 4 * width. Padding is neither read nor written. width and height may be 0, height is at
// most 100000. One kernel, on blocks of 32 x 8 threads, with the smallest grid that has a thread
// for each pixel. Does not wait for the device.
void scale(const float* input, std::size_t input_pitch, float* output, std::size_t output_pitch,
           int width, int height, float factor);
WORKBOOK_CALLABLE(scale);

// The same for images in host memory, without padding: width * height pixels, row after row. The
// image travels once each way. When the function returns, the result is complete and all device
// memory is given back.
void scale_image(const float* input, float* output, int width, int height, float factor);
WORKBOOK_CALLABLE(scale_image);
