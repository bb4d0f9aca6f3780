// Lesson 56, what the checker calls. Given: read it, do not edit it.
//
// Products of matrices on tensor cores:
//
//     D = A B + C
//
//   A   device pointer, halves, m rows and k columns; row-major: one row after the other
//   B   device pointer, halves, k rows and n columns; column-major: one column after the other
//   C   device pointer, floats, m rows and n columns, row-major
//   D   as C
//
// D overlaps with none of the others. m, n and k are 0 or more, m up to 8388480; no matrix has more
// than 2'000'000'000 elements. Factors are halves, sums are floats. A, B, C and D begin at
// multiples of 32 bytes, as cudaMalloc gives them; those of multiply() may begin anywhere.
//
// The functions launch one kernel, if D has elements, and do not wait for it. An error that CUDA
// reports is thrown. Each element of D is written once.
#pragma once

#include "wire/interface.hpp"

#include <cuda_fp16.h>

constexpr int side = 16; // rows, columns and depth of what a warp multiplies at once

// D = A B. All three are 16 x 16. One warp.
void tile_product(const half* A, const half* B, float* D);
WORKBOOK_CALLABLE(tile_product);

// D = the products of the first 16 * steps columns of A with as many rows of B. D is 16 x 16. One
// warp.
//
//   k       a multiple of 16
//   steps   0 to k / 16; k / 16 makes D = A B
void band_product(const half* A, const half* B, float* D, int k, int steps);
WORKBOOK_CALLABLE(band_product);

// D = A B + C, m, n and k multiples of 16. A warp for each 16 x 16 tile of D, four warps per block,
// as many blocks as that takes: the work is spread over the whole GPU.
//
//   lda        from the beginning of a row of A to that of the next, in elements: at least k, a
//              multiple of 8
//   ldb        the same for the columns of B
//   ldc, ldd   the same for the rows of C and D: at least n, a multiple of 4
//
// What lies between the end of one row (of B: column) and the beginning of the next is neither read
// nor written.
constexpr int warps_of_tiles = 4; // per block
void multiply_tiles(const half* A, int lda, const half* B, int ldb, const float* C, int ldc,
                    float* D, int ldd, int m, int n, int k);
WORKBOOK_CALLABLE(multiply_tiles);

// D = A B + C, m and n multiples of 128, k of 32; rows follow each other without a gap. A block of
// eight warps computes a tile of 128 x 128 elements of D, each warp a piece of 64 x 32: four tiles
// of 16 x 16 below each other, and two of these columns. A block reads each element that it needs
// of A and B once, into shared memory, 16 bytes at a time.
constexpr int block_side = 128;
constexpr int block_depth = 32; // columns of A, and rows of B, in shared memory
constexpr int block_threads = 256;
constexpr int piece_rows = 64, piece_columns = 32; // of a warp
constexpr int down = piece_rows / side, across = piece_columns / side;
void multiply_blocks(const half* A, const half* B, const float* C, float* D, int m, int n, int k);
WORKBOOK_CALLABLE(multiply_blocks);

// The same for any m, n and k.
void multiply(const half* A, const half* B, const float* C, float* D, int m, int n, int k);
WORKBOOK_CALLABLE(multiply);
