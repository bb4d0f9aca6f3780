// Lesson 55, what the checker calls. Given: read it, do not edit it.
//
// Three matrices of floats in row-major order, one row after the other; C = A B:
//
//   A   device pointer, M rows and K columns
//   B   device pointer, K rows and N columns
//   C   device pointer, M rows and N columns; overlaps with neither of the others
//
// M, N, K are any numbers from 0 on, M up to 4194240; no matrix has more than
// 2'000'000'000 elements.
//
// A block of 256 threads computes a tile of 64 x 64 elements of C in rounds. In round p it has in
// shared memory a tile of A, 64 rows and the columns 16 p to 16 p + 15, and a tile of B, these 16
// rows and 64 columns. All elements of A and B get there by asynchronous copies (cp.async). Each
// element of A is copied once per 64 columns of C, each of B once per 64 rows: 16 bytes at a time
// if both arrays begin at multiples of 16 bytes and K and N are multiples of 4. A thread's copies
// of one round are one batch.
//
// All is computed in float. The functions launch one kernel, if C has elements, and do not wait for
// it. An error that CUDA reports is thrown. Each element of C is written once.
//
// `rounds` is 0 to K / 16 rounded up. C becomes what it is after so many rounds: C(i, j) is the sum
// of A(i, k) * B(k, j) over all k below 16 * rounds (and below K). No tiles of other rounds are
// copied.
#pragma once

#include "wire/interface.hpp"

constexpr int tile_size = 64;  // rows and columns of a tile of C
constexpr int tile_depth = 16; // columns of a tile of A, and rows of a tile of B
constexpr int block_threads = 256;

// The two tiles that block (bx, by) has in shared memory in round p:
//
//     a_tile(y, x) = A(64 by + y, 16 p + x)      64 rows of 16
//     b_tile(y, x) = B(16 p + y, 64 bx + x)      16 rows of 64
//
// and 0 where A or B has no such element. a_tile and b_tile are device pointers to 1024 floats
// each, row-major. One block.
void load_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p,
                float* a_tile, float* b_tile);
WORKBOOK_CALLABLE(load_tiles);

// The product with one stage: a block has room for the tiles of one round. It copies them, waits,
// and multiplies them, round after round.
void multiply_one_stage(const float* A, const float* B, float* C, int M, int N, int K, int rounds);
WORKBOOK_CALLABLE(multiply_one_stage);

// The product with two stages: while a block multiplies the tiles of one round, those of the next
// are being copied. One barrier per round.
void multiply_two_stages(const float* A, const float* B, float* C, int M, int N, int K, int rounds);
WORKBOOK_CALLABLE(multiply_two_stages);

// The product with 2, 3 or 4 stages: while a block multiplies the tiles of one round, those of the
// next `stages` - 1 rounds are being copied. One barrier per round.
void multiply_stages(const float* A, const float* B, float* C, int M, int N, int K, int rounds,
                     int stages);
WORKBOOK_CALLABLE(multiply_stages);

// C = A B: all rounds, 4 stages.
void multiply(const float* A, const float* B, float* C, int M, int N, int K);
WORKBOOK_CALLABLE(multiply);
