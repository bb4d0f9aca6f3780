// Mistake: blocks in y go along the columns: of more than 2097120 columns nothing is left
// Verdict: fault
// Message: input of 1 row and 2100000 columns
// Lesson 34: a transpose that is coalesced both ways. Your task is in README.md.
#include "transpose_tiled.hpp"

#include <cuda_runtime.h>

namespace {

constexpr int tile_size = 32; // a tile is tile_size x tile_size elements
constexpr int block_rows = 8; // a block of 32 x 8 threads; each thread moves 4 elements

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    __shared__ float tile[tile_size][tile_size + 1];

    const int column = blockIdx.y * tile_size + threadIdx.x;
    const int first_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && column < columns) {
            tile[threadIdx.y + step][threadIdx.x] = input[row * columns + column];
        }
    }

    __syncthreads();

    const int output_column = blockIdx.x * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
}

} // namespace

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 block(tile_size, block_rows);
    const dim3 grid((rows + tile_size - 1) / tile_size, (columns + tile_size - 1) / tile_size);
    transpose_kernel<<<grid, block>>>(input, output, rows, columns);
}
