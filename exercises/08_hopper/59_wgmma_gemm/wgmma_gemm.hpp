// Lesson 59, what the checker calls. Given: read it, do not edit it.
//
// Products of matrices by the matrix instructions of warpgroups:
//
//     D = A B
//
//   A   device pointer, halves, m rows and k columns; row-major: one row after the other
//   B   device pointer, halves, k rows and n columns; column-major: one column after the other
//   D   device pointer, floats, m rows and n columns, row-major
//
// m, n and k are 0 or more, m up to 16776960; no matrix has more than 2'000'000'000 elements. The
// arrays begin anywhere, and do not overlap. Factors are halves, sums are floats.
//
// The functions launch one kernel, if D has elements, and do not wait for it. An error that CUDA
// reports is thrown. Each element of D is written once.
#pragma once

#include "wire/interface.hpp"

#include <cstdint>
#include <cuda_fp16.h>

constexpr int group_threads = 128; // of a warpgroup: four warps
constexpr int group_rows = 64;     // of the sums of one instruction
constexpr int step_depth = 16;     // columns of A that it multiplies

// A block of two warpgroups computes a tile of 256 x 128 elements of D, each warpgroup half of its
// rows: two tiles of 64 x 128. It multiplies 64 columns of A in a round.
constexpr int block_rows = 256;
constexpr int block_columns = 128;
constexpr int depth = 64;
constexpr int block_threads = 256;

// place_of() for 64 rows of a tile: out[8 * row + piece].
void places(int* out);
WORKBOOK_CALLABLE(places);

// What descriptor() returns for a place in shared memory: `offset` bytes, a multiple of 16, behind
// the begin of a block's shared memory. start[0] becomes the address of that place within shared
// memory. offset is up to 220'000, stride is a multiple of 16 up to 200'000.
void describe_place(int offset, int stride, unsigned* start, std::uint64_t* bits);
WORKBOOK_CALLABLE(describe_place);

// The sums of one warpgroup after a tile: sums[64 * t + i] is sum i of thread t. m is up to 64, n
// up to 128, k up to 64.
void tile_sums(const half* A, const half* B, float* sums, int m, int n, int k);
WORKBOOK_CALLABLE(tile_sums);

// D = A B by one warpgroup; m is up to 64, n up to 128, k up to 64.
void tile_product(const half* A, const half* B, float* D, int m, int n, int k);
WORKBOOK_CALLABLE(tile_product);

// D = A B by as many blocks as D has tiles of 256 x 128. A block reads each element that it needs
// of A and B once.
void multiply(const half* A, const half* B, float* D, int m, int n, int k);
WORKBOOK_CALLABLE(multiply);
