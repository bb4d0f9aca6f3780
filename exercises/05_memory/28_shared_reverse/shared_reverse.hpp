// The interface of lesson 28: given, not edited.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Reverses every tile of block_size neighbouring elements, in place. The last tile is shorter when
// block_size does not divide n; it is reversed within itself.
//
//     n = 10, block_size = 4:   0 1 2 3 | 4 5 6 7 | 8 9   becomes   3 2 1 0 | 7 6 5 4 | 9 8
//
//   data        device pointer, n elements
//   n           number of elements; may be 0, and there may be more elements than 32 bits can count
//   block_size  elements of a tile and threads of a block, 1 to 1024; there are at most 2^31 - 1
//               tiles
//
// The block's dynamic shared memory holds one tile: block_size * sizeof(int) bytes. Every thread of
// a block comes to each of its barriers, also those that have no element.
void reverse_tiles(int* data, std::size_t n, int block_size);
WORKBOOK_CALLABLE(reverse_tiles);

// Reverses the whole array: output[n - 1 - i] = input[i].
//
//   input, output  device pointers, n elements each; they do not overlap
//   n, block_size  as above
//
// Within a warp, neighbouring threads read neighbouring elements and write neighbouring elements in
// the same direction: the tile is turned round in shared memory.
void reverse_array(const int* input, int* output, std::size_t n, int block_size);
WORKBOOK_CALLABLE(reverse_array);
