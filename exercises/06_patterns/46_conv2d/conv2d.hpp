// Lesson 46, what the checker calls. Given: read it, do not edit it.
//
//   image, out  device pointers, height x width floats in row-major order: pixel (y, x) is element
//               y * width + x. They do not overlap. A pixel outside of the image counts as 0
//   filter      HOST pointer, filter_height x filter_width floats in row-major order; it may be
//               overwritten as soon as the call returns
//
// height is 0 to 2'000'000, width any number from 0 on, and no image has more than 2'000'000'000
// pixels. The sides of the filter are 1 to 15; they need not be equal, and may be even. All numbers
// are finite.
//
// The filter's anchor is its element (anchor_of(filter_height), anchor_of(filter_width)): the one
// in the middle; of an even number, the first one of the two in the middle.
//
// The functions compute in float and make one launch. They do not wait for the device. An error
// that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int largest_side = 15; // of a filter
constexpr int tile_columns = 32; // a block writes 32 columns and 64 rows of the output
constexpr int tile_rows = 64;
constexpr int threads_y = 8; // and has 32 x 8 threads
constexpr int anchor_of(int side) { return (side - 1) / 2; }

// values[k] = pixel (ys[k], xs[k]), for k from 0 to n - 1, at least 0: 0 outside of the image. ys,
// xs and values are device pointers. A thread for each k.
void look(const float* image, int height, int width, const int* ys, const int* xs, int n,
          float* values);
WORKBOOK_CALLABLE(look);

// Correlation, with the anchor (ay, ax):
//
//     out(y, x) = the sum over all j, i of filter(j, i) * image(y + j - ay, x + i - ax)
//
// A thread for each pixel, spread over the whole GPU. Neighbouring threads belong to neighbouring
// columns.
void correlate_naive(const float* image, int height, int width, const float* filter,
                     int filter_height, int filter_width, float* out);
WORKBOOK_CALLABLE(correlate_naive);

// The pixels that block (bx, by) needs for its 32 columns and 64 rows of the output, which begin
// with pixel (64 * by, 32 * bx):
//
//     tile(r, c) = image(64 * by + r - ay, 32 * bx + c - ax), and 0 outside of the image
//
//   tile  device pointer, (64 + filter_height - 1) x (32 + filter_width - 1) floats, row-major
//
// One block.
void load_tile(const float* image, int height, int width, int filter_height, int filter_width,
               int by, int bx, float* tile);
WORKBOOK_CALLABLE(load_tile);

// Correlation, by tiles in shared memory: a block reads each pixel of its tile from global memory
// once. A block for every 32 columns and 64 rows of the output.
void correlate(const float* image, int height, int width, const float* filter, int filter_height,
               int filter_width, float* out);
WORKBOOK_CALLABLE(correlate);

// Convolution, by tiles. The signs of j and i are the other way round:
//
//     out(y, x) = the sum over all j, i of filter(j, i) * image(y + ay - j, x + ax - i)
void convolve(const float* image, int height, int width, const float* filter, int filter_height,
              int filter_width, float* out);
WORKBOOK_CALLABLE(convolve);
