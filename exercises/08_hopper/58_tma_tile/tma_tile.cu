// Lesson 58: boxes of a matrix, copied by TMA. README.md explains; fill in the four regions marked
// TODO.
#include "tma_tile.hpp"

#include "given.hpp"

#include <stdexcept>
#include <string>

// ---- Step 1: the map of a matrix ----

// Boxes of box_rows rows and tile_columns columns.
CUtensorMap map_of(const float* first, int rows, int columns, int pitch, int box_rows) {
    CUtensorMap map{};
    // TODO 1: std::invalid_argument for a matrix that can have no map; else the map, by
    // encode_function()(...) and check().

    // end of TODO 1
    return map;
}

// ---- Step 2: one box for each block ----

__global__ void one_box_kernel(const __grid_constant__ CUtensorMap map, Matrix out) {
    __shared__ Box box;
    __shared__ Mbarrier there;
    const int row = blockIdx.y * tile_rows, column = blockIdx.x * tile_columns; // of the tile
    if (threadIdx.x == 0) prepare(there);
    __syncthreads();
    // TODO 2: one thread announces the bytes and begins to load the box of the tile that begins at
    // (row, column). All threads wait for it.

    // end of TODO 2
    write_sums(box, out, row, column);
}

// ---- Step 3: a tile goes back ----

__device__ void store_tile(const CUtensorMap& map, int row, int column, const Tile& tile) {
    // TODO 3: one thread begins to store the tile, and waits until the copy has read it. What do
    // all threads have to do before, and what behind?

    // end of TODO 3
}

// ---- Step 4: a strip of tiles, with two boxes in turn ----

__global__ void __launch_bounds__(block_threads)
    strips_kernel(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
                  int tiles) {
    __shared__ Box boxes[2];
    __shared__ Tile sums;
    __shared__ Mbarrier there[2]; // of boxes[0] and of boxes[1]
    const int row = blockIdx.y * tiles * tile_rows, column = blockIdx.x * tile_columns;
    if (threadIdx.x == 0) {
        for (Mbarrier& barrier : there) prepare(barrier);
    }
    __syncthreads();
    // TODO 4: this adds up a box that was never loaded, and stores one tile. Make it `tiles` of
    // them. Box p goes to boxes[p % 2], and there[p % 2] counts its bytes. While a box is added up,
    // the next one is on its way.
    add_rows(boxes[0], sums);
    store_tile(out, row, column, sums);
    // end of TODO 4
}

// ---- Given: how the checks call all that ----

void show_box(const float* first, int rows, int columns, int pitch, int box_rows, int row,
              int column, float* box) {
    launch_show(map_of(first, rows, columns, pitch, box_rows), box_rows, row, column, box);
}

int refusal(const float* first, int skipped, int rows, int columns, int pitch) {
    try {
        map_of(first + skipped, rows, columns, pitch, box_rows);
        return 0;
    } catch (const std::invalid_argument& error) {
        const std::string text = error.what();
        if (text.find("address") != std::string::npos) return 1;
        return text.find("pitch") != std::string::npos ? 2 : 3;
    } catch (...) {
        return 4;
    }
}

// The blocks for a matrix, if each computes so many tiles, one below the other.
dim3 blocks_for(int rows, int columns, int tiles) {
    const int strip = tiles * tile_rows;
    return dim3((columns + tile_columns - 1) / tile_columns, (rows + strip - 1) / strip);
}

void sums_by_boxes(const float* in, int in_pitch, float* out, int out_pitch, int rows,
                   int columns) {
    const CUtensorMap map = map_of(in, rows, columns, in_pitch, box_rows);
    one_box_kernel<<<blocks_for(rows, columns, 1), block_threads>>>(
        map, Matrix{out, rows, columns, out_pitch});
    check(cudaGetLastError());
}

__global__ void store_tiles_kernel(const __grid_constant__ CUtensorMap map, int row, int column) {
    __shared__ Tile tile;
    for (int p = 0; p < 2; ++p) {
        for (int i = threadIdx.x; i < tile_rows * tile_columns; i += block_threads) {
            tile.at[i / tile_columns][i % tile_columns] = p * tile_rows * tile_columns + i + 1;
        }
        store_tile(map, row + p * tile_rows, column, tile);
    }
}

void store_tiles(float* out, int out_pitch, int rows, int columns, int row, int column) {
    const CUtensorMap map = map_of(out, rows, columns, out_pitch, tile_rows);
    store_tiles_kernel<<<1, block_threads>>>(map, row, column);
    check(cudaGetLastError());
}

void sums_by_strips(const float* in, int in_pitch, float* out, int out_pitch, int rows, int columns,
                    int tiles) {
    const CUtensorMap in_map = map_of(in, rows, columns, in_pitch, box_rows);
    const CUtensorMap out_map = map_of(out, rows, columns, out_pitch, tile_rows);
    strips_kernel<<<blocks_for(rows, columns, tiles), block_threads>>>(in_map, out_map, tiles);
    check(cudaGetLastError());
}

void sums_of_rows(const float* in, int in_pitch, float* out, int out_pitch, int rows, int columns) {
    sums_by_strips(in, in_pitch, out, out_pitch, rows, columns, 8);
}
