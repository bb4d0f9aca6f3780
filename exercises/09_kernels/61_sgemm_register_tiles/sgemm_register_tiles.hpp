// Lesson 61, what the checker calls. Given: read it, do not edit it.
//
// Three matrices of floats in row-major order, one row after the other, and two numbers:
//
//     C = alpha A B + beta C
//
//   A   device pointer, m rows and k columns
//   B   device pointer, k rows and n columns
//   C   device pointer, m rows and n columns; overlaps with neither of the others
//
// If beta is 0, C is not read: before the call it may hold anything, also NaN. m, n and k are any
// numbers from 0 on, m up to 4194240; no matrix has more than 2'000'000'000 elements.
//
// All is computed in float. The functions launch one kernel, if C has elements, and do not wait for
// it. An error that CUDA reports is thrown. Each element of C is written once.
#pragma once

#include "wire/interface.hpp"

constexpr int tile_depth = 8; // columns of a tile of A, and rows of a tile of B
constexpr int piece = 8;      // elements of C in a thread's column; rows and columns of its square

// The last step for `count` elements: C[i] = alpha * sums[i] + beta * C[i]. sums and C are device
// pointers.
void finish_all(const float* sums, float* C, int count, float alpha, float beta);
WORKBOOK_CALLABLE(finish_all);

// C = alpha A B + beta C. A block of 512 threads computes a tile of 64 x 64 elements of C: thread t
// those of column t % 64 in rows 8 (t / 64) to 8 (t / 64) + 7 of the tile. Each element of A is
// read once per 64 columns of C, each of B once per 64 rows.
constexpr int column_tile = 64;
constexpr int column_threads = 512;
void sgemm_column(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                  float beta);
WORKBOOK_CALLABLE(sgemm_column);

// C = alpha A B + beta C. A block of 256 threads computes a tile of 128 x 128 elements of C, of
// which each thread has 8 x 8 in registers. Each element of A is read once per 128 columns of C,
// each of B once per 128 rows.
constexpr int square_tile = 128;
constexpr int square_threads = 256;
void sgemm_square(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                  float beta);
WORKBOOK_CALLABLE(sgemm_square);

// The two tiles that block (bx, by) of sgemm() has in shared memory in round p:
//
//     a_tile(c, r) = A(128 by + r, 8 p + c)      8 rows of 128: A's tile is stored transposed
//     b_tile(r, c) = B(8 p + r, 128 bx + c)      8 rows of 128
//
// and 0 where A or B has no such element. a_tile and b_tile are device pointers to 1024 floats
// each, row-major. One block.
void show_tiles(const float* A, const float* B, int m, int n, int k, int by, int bx, int p,
                float* a_tile, float* b_tile);
WORKBOOK_CALLABLE(show_tiles);

// As sgemm_square. Shared memory is read 16 bytes at a time. So is global memory, where the arrays
// begin at multiples of 16 bytes and n and k are multiples of 4. All warps of a block bring as much
// as each other. There are two pairs of tiles, so that a round needs one barrier.
void sgemm(const float* A, const float* B, float* C, int m, int n, int k, float alpha, float beta);
WORKBOOK_CALLABLE(sgemm);
