// Lesson 58, what the checker calls. Given: read it, do not edit it.
//
// A matrix of floats lies in device memory, row after row: element (i, j) is first[i * pitch + j].
// It has `rows` rows (1 to 1'000'000) and `columns` columns (1 to pitch); what stands behind a
// row's last column is no part of the matrix. What you write, in tma_tile.cu, are a function of
// the host, two kernels and a function of the device:
//
//     CUtensorMap map_of(const float* first, int rows, int columns, int pitch, int box_rows)
//
//     __global__ void one_box_kernel(const CUtensorMap map, Matrix out)
//
//     __device__ void store_tile(const CUtensorMap& map, int row, int column, const Tile& tile)
//
//     __global__ void strips_kernel(const CUtensorMap in, const CUtensorMap out, int tiles)
//
// map_of describes a matrix and its boxes of box_rows rows and tile_columns columns. Beyond the
// matrix a box has zeros. If `first` is no multiple of 16, or a row's pitch is no multiple of 16
// bytes, it throws std::invalid_argument, whose text has the word "address" or "pitch". What the
// driver refuses is thrown.
//
// store_tile: all threads of a block call it. It writes the tile to rows `row` on and columns
// `column` on of the matrix, as far as this has them, by one copy. (A copy writes pieces of 16
// bytes: what stands behind a row's last column, up to the next multiple of 4 floats, may be
// written, too.) When it returns, all threads may write to the tile again.
//
// The kernels compute the sum of each element and its two neighbours in the column:
//
//     out(i, j) = in(i - 1, j) + in(i, j) + in(i + 1, j)        a row that is not there counts as 0
//
// for all i and j of the matrix, and write nothing else but for the rest of a row's last 16 bytes.
// All of `in` that a block needs comes to its shared memory by copies of boxes, each once. A tile
// is 32 rows and 64 columns of `out`. Its box is the same rows and columns of `in` with one more
// row above and one below.
//
// No function waits for the device. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int tile_rows = 32;
constexpr int tile_columns = 64;
constexpr int box_rows = tile_rows + 2;
constexpr int block_threads = 256;

// Copies one box of box_rows rows (1 to 34), whose first element is (row, column) of the matrix,
// to `box`: box_rows * tile_columns floats. row and column may lie outside; column is a multiple
// of 4.
void show_box(const float* first, int rows, int columns, int pitch, int box_rows, int row,
              int column, float* box);
WORKBOOK_CALLABLE(show_box);

// What map_of throws for the matrix that begins at first[skipped]: 0 nothing, 1
// std::invalid_argument that speaks of the address, 2 one that speaks of the pitch, 3 one that says
// neither, 4 anything else.
int refusal(const float* first, int skipped, int rows, int columns, int pitch);
WORKBOOK_CALLABLE(refusal);

// The sums by one_box_kernel: each block computes one tile, and writes it in the ordinary way.
void sums_by_boxes(const float* in, int in_pitch, float* out, int out_pitch, int rows, int columns);
WORKBOOK_CALLABLE(sums_by_boxes);

// One block calls store_tile twice, with the same place in shared memory: a tile of the numbers 1
// to 2048, row by row, to (row, column), then one of the numbers 2049 to 4096 to the 32 rows below.
// Neither is negative; column is a multiple of 4.
void store_tiles(float* out, int out_pitch, int rows, int columns, int row, int column);
WORKBOOK_CALLABLE(store_tiles);

// The sums by strips_kernel: each block computes `tiles` tiles (1 to 1000), one below the other.
// While it adds up one box, the next one is on its way.
void sums_by_strips(const float* in, int in_pitch, float* out, int out_pitch, int rows, int columns,
                    int tiles);
WORKBOOK_CALLABLE(sums_by_strips);

// The same, with 8 tiles.
void sums_of_rows(const float* in, int in_pitch, float* out, int out_pitch, int rows, int columns);
WORKBOOK_CALLABLE(sums_of_rows);
