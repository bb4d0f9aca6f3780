// Lesson 69, what the checker calls. Given: read it, do not edit it.
//
// Products of matrices of bytes with signs:
//
//     C = A B
//
//   A   device pointer, bytes, m rows and k columns; row-major: one row after the other
//   B   device pointer, bytes, k rows and n columns; column-major: one column after the other
//   C   device pointer, ints, m rows and n columns, row-major
//
// Bytes are -128 to 127, all of them. Each sum is exact: k is at most 131071, so that no sum leaves
// an int. m, n and k are 0 or more, m up to 500000; no matrix has more than 2'000'000'000 elements.
// No two arrays overlap. Arrays of ints and floats begin as such arrays do; arrays of bytes begin
// at a multiple of so many bytes as is said below.
//
// The functions launch one kernel, if the result has elements, and do not wait for it. An error
// that CUDA reports is thrown. Each element of the result is written once.
#pragma once

#include "wire/interface.hpp"

#include <cstdint>

// C = A B with __dp4a, a thread for each element of C: the work is spread over the whole GPU. Rows
// of A, and columns of B, begin `pitch` bytes apart, a multiple of 4 that is at least k. What lies
// behind their ends is in the arrays, and may be anything. A and B begin at multiples of 4 bytes.
void multiply_words(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k,
                    int pitch);
WORKBOOK_CALLABLE(multiply_words);

// What a warp holds of one tile: fragments, as given.hpp has them.
constexpr int tile_rows = 16, tile_columns = 8, tile_depth = 32;

// The registers of all lanes: out[4 * lane + i] is register i of A's fragment, out[2 * lane + i] of
// B's. A is 16 x 32, B is 32 x 8; both begin at multiples of 4 bytes.
void lanes_of_a(const std::int8_t* A, unsigned* out);
WORKBOOK_CALLABLE(lanes_of_a);
void lanes_of_b(const std::int8_t* B, unsigned* out);
WORKBOOK_CALLABLE(lanes_of_b);

// The first m rows and n columns of A B. A is 16 x 32, B is 32 x 8, C is m x n, m up to 16 and n up
// to 8. One warp. A and B begin at multiples of 4 bytes.
void tile_product(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n);
WORKBOOK_CALLABLE(tile_product);

// C = A B, m and n multiples of 128, k of 64; A and B begin at multiples of 16 bytes. A block of
// eight warps computes a tile of 128 x 128 elements of C, each warp a piece of 64 x 32: four tiles
// of 16 x 8 below each other, and four of these columns. A block reads each element that it needs
// of A and B once, into shared memory.
constexpr int block_side = 128;
constexpr int block_depth = 64; // columns of A, and rows of B, in shared memory
constexpr int block_threads = 256;
constexpr int piece_rows = 64, piece_columns = 32; // of a warp
constexpr int down = piece_rows / tile_rows, across = piece_columns / tile_columns;
void multiply_blocks(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k);
WORKBOOK_CALLABLE(multiply_blocks);

// The same for any m, n and k; A and B begin anywhere.
void multiply(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k);
WORKBOOK_CALLABLE(multiply);

// D(i, j) = C(i, j) * row_scales[i] * column_scales[j], as floats: the int becomes a float once,
// and only the two products are rounded besides. Scales are 2^-40 to 2^40, or their negatives. D is
// as C, of floats. Otherwise as multiply().
void multiply_scaled(const std::int8_t* A, const std::int8_t* B, const float* row_scales,
                     const float* column_scales, float* D, int m, int n, int k);
WORKBOOK_CALLABLE(multiply_scaled);
