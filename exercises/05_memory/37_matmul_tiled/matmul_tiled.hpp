// Lesson 37, what the checker calls. Given: read it, do not edit it.
//
// Three matrices of floats, in row-major order: element (r, c) of a matrix with w columns is
// element r * w + c of its array.
//
//   A   device pointer, M rows and K columns
//   B   device pointer, K rows and N columns
//   C   device pointer, M rows and N columns; overlaps with neither of the others
//
// M, N, K are any numbers from 0 on, up to 1048560; no matrix has 2^31 elements or more.
//
// The functions compute in float. They do not wait for the device. An error that CUDA reports is
// thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int tile_size = 16; // a tile is tile_size x tile_size elements

// C = A B: C(i, j) is the sum of A(i, k) * B(k, j) over all k; 0 if K is 0. One thread for each
// element of C. One kernel, spread over the whole GPU, if C has elements. Neighbouring threads
// belong to neighbouring columns.
void multiply_naive(const float* A, const float* B, float* C, int M, int N, int K);
WORKBOOK_CALLABLE(multiply_naive);

// The two tiles that block (bx, by) of the tiled product has in shared memory in round p:
//
//     a_tile(y, x) = A(by * 16 + y, p * 16 + x)
//     b_tile(y, x) = B(p * 16 + y, bx * 16 + x)
//
// and 0 where A or B has no such element. a_tile and b_tile are device pointers to 256 floats each,
// row-major. One kernel, of one block.
void load_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p,
                float* a_tile, float* b_tile);
WORKBOOK_CALLABLE(load_tiles);

// The state of C after the first `rounds` rounds, 0 to K / 16 rounded up: C(i, j) is the sum of
// A(i, k) * B(k, j) over all k below 16 * rounds (and below K). One kernel, spread over the whole
// GPU, if C has elements: a block of 16 x 16 threads for each tile of C. Global memory is read
// through the tiles alone.
void multiply_rounds(const float* A, const float* B, float* C, int M, int N, int K, int rounds);
WORKBOOK_CALLABLE(multiply_rounds);

// C = A B, by all rounds.
void multiply(const float* A, const float* B, float* C, int M, int N, int K);
WORKBOOK_CALLABLE(multiply);
