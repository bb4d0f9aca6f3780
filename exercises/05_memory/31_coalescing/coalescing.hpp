// Lesson 31, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// How many sectors of 32 bytes a warp touches when lane k, from 0 to 31, reads the float
//
//     data[first + k * step]
//
// of an array that begins where a sector begins. step may be 0: then all lanes read one float.
// Nothing is launched: this is a prediction.
int sectors_of_warp(std::size_t first, std::size_t step);
WORKBOOK_CALLABLE(sectors_of_warp);

// Given: the experiment. One warp, whose lane k copies data[first + k * step] to out[k].
//
//   data  device pointer, first + 31 * step + 1 elements
//   out   device pointer, 32 elements
void read_by_warp(const float* data, std::size_t first, std::size_t step, float* out);
WORKBOOK_CALLABLE(read_by_warp);

// Multiplies one field of every record by a factor, in place; the other fields stay as they are.
//
//   records  device pointer, n * fields floats: field f of record i is records[i * fields + f]
//   n        number of records; may be 0, and there may be more elements than 32 bits can count
//   fields   floats in a record, at least 1. With 1, `records` is a plain array.
//   field    0 to fields - 1
//
// Launches one kernel, whose threads share the records evenly and whose lanes take neighbouring
// records, and does not wait for the device. The work is spread over the whole GPU. Each value is
// read once and written once.
void scale_field(float* records, std::size_t n, int fields, int field, float factor);
WORKBOOK_CALLABLE(scale_field);

constexpr int points_per_block = 256; // also the threads of a block

// Turns an array of structures into a structure of arrays: x[i], y[i], z[i] become the floats
// points[3 * i], points[3 * i + 1] and points[3 * i + 2].
//
//   points   device pointer, 3 * n floats: x y z x y z ...
//   n        number of points; may be 0, and there may be more elements than 32 bits can count
//   x, y, z  device pointers, n floats each; nothing overlaps
//
// One kernel, whose threads share the work evenly: it is spread over the whole GPU. It reads each
// float once and writes it once, both coalesced: for every 128 bytes that a warp reads or writes,
// it touches 4 sectors. Does not wait for the device.
void to_arrays(const float* points, std::size_t n, float* x, float* y, float* z);
WORKBOOK_CALLABLE(to_arrays);

// Given: a look into shared memory. What block `block` of to_arrays has in its tile when bring_tile
// is over, that is, the floats of its points_per_block points as they lie in `points`; of the last
// block, which may have fewer points, only those.
//
//   block  number of a block that has at least one point
//   tile   device pointer, as many floats as the block's points have
void tile_of_block(const float* points, std::size_t n, std::size_t block, float* tile);
WORKBOOK_CALLABLE(tile_of_block);
