// Lesson 34: a transpose that is coalesced both ways. Your task is in README.md.
#include "transpose_tiled.hpp"

#include <cuda_runtime.h>

namespace {

constexpr int tile_size = 32; // a tile is tile_size x tile_size elements
constexpr int block_rows = 8; // a block of 32 x 8 threads; each thread moves 4 elements

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    // TODO 1: declare the tile in shared memory. (Which bank does each element of a column lie in?)
    // end of TODO 1

    // TODO 2: bring this block's tile in; neighbouring threads read neighbouring addresses. The
    // loop below visits the right elements; it only copies them to where they already were.
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && column < columns) {
            output[row * columns + column] = input[row * columns + column];
        }
    }
    // end of TODO 2

    // TODO 3: wait until the tile is complete.
    // end of TODO 3

    // TODO 4: write the tile to its mirrored place; neighbouring threads write neighbouring addresses.
    // end of TODO 4
}

} // namespace

void transpose(const float* input, float* output, int rows, int columns) {
    const dim3 block(tile_size, block_rows);
    const dim3 grid((columns + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
    transpose_kernel<<<grid, block>>>(input, output, rows, columns);
}
