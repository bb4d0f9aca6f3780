// Lesson 35, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// The degree of an access to shared memory: how many turns it takes. Word w of 4 bytes lies in bank
// w % 32. In one turn each bank delivers one word, to all lanes that want it. 1 is the best, 32 the
// worst.
//
//   words  HOST pointer, 32 numbers from 0 to 4095: lane k reads word words[k]
//
// Nothing is launched: this is a prediction.
int degree_of(const int* words);
WORKBOOK_CALLABLE(degree_of);

// Given: the experiment. One warp, whose lane k reads word words[k] of shared memory, in which word
// w holds the number w.
//
//   words, out  device pointers, 32 elements each
void read_words(const int* words, int* out);
WORKBOOK_CALLABLE(read_words);

// How a tile of rows of 32 ints lies in shared memory.
constexpr int tile_columns = 32;
constexpr int plain = 0;    // row after row: element (row, column) is word row * 32 + column
constexpr int padded = 1;   // padded_place says where; `rows` rows have rows * 33 words
constexpr int swizzled = 2; // swizzled_place says where; `rows` rows have rows * 32 words

// Given: the words of all elements of a tile as these functions say, places[row * 32 + column].
//
//   layout  padded or swizzled
//   rows    1 to 128
//   places  HOST pointer, rows * 32 elements
//
// Elements are to have places of their own, and 32 lanes that read a row, or 32 neighbouring
// elements of a column, are to need one turn.
void places_of(int layout, int rows, int* places);
WORKBOOK_CALLABLE(places_of);

// Given: transposes a tile of 32 x 32 ints, output[column * 32 + row] = input[row * 32 + column],
// as in lesson 34: one block fills the tile along its rows and reads it along its columns.
//
//   input, output  device pointers, 1024 elements each; they do not overlap
//   layout         plain, padded or swizzled
void transpose_tile(const int* input, int* output, int layout);
WORKBOOK_CALLABLE(transpose_tile);

constexpr int rows_per_block = 128; // of running_sums: rows of a tile, and threads of a block

// The running sums of each row of 32 numbers:
//
//     output[row * 32 + column] = input[row * 32] + ... + input[row * 32 + column]
//
//   input, output  device pointers, rows * 32 elements each; they do not overlap
//   rows           number of rows; may be 0, and there may be more elements than 32 bits can count
//   layout         plain, padded or swizzled
//
// One kernel, in which each thread adds up one row, in a tile of shared memory: the work is spread
// over the whole GPU. Each element is read once and written once, both coalesced. Padded or
// swizzled, there are no bank conflicts. Does not wait for the device. No sum is beyond 32 bits.
void running_sums(const int* input, int* output, std::size_t rows, int layout);
WORKBOOK_CALLABLE(running_sums);
