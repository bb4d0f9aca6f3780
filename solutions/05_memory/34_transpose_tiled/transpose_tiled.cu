// Lesson 34: a transpose that is coalesced both ways. Your task is in README.md.
#include "transpose_tiled.hpp"

#include <cuda_runtime.h>

namespace {

constexpr int tile_size = 32; // a tile is tile_size x tile_size elements
constexpr int block_rows = 8; // a block of 32 x 8 threads; each thread moves 4 elements

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    // Solution 1: one column of padding. Without it the 32 elements of a tile's column lie 32 words
    // apart, all in one bank; with it they lie 33 apart, each in a bank of its own.
    __shared__ float tile[tile_size][tile_size + 1];
    // end of Solution 1

    // Solution 2: threads with neighbouring threadIdx.x read neighbouring columns of one row.
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && column < columns) {
            tile[threadIdx.y + step][threadIdx.x] = input[row * columns + column];
        }
    }
    // end of Solution 2

    // Solution 3: a thread goes on with elements that other threads brought.
    __syncthreads();
    // end of Solution 3

    // Solution 4: the tile's place is mirrored (blockIdx.x and y change roles), and neighbouring
    // threads again write neighbouring columns, now of the output, which has `rows` columns. What
    // they need stands in a column of the tile.
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
}

} // namespace

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 block(tile_size, block_rows);
    const dim3 grid((columns + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
    transpose_kernel<<<grid, block>>>(input, output, rows, columns);
}
