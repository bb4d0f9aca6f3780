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
    // Solution 1: all arrays are innermost first: columns, then rows. The distance of two columns
    // is an element's size, so the only stride is that of rows, in bytes. The driver would refuse
    // what is no multiple of 16, too, but not say why.
    if (reinterpret_cast<std::uintptr_t>(first) % 16 != 0) {
        throw std::invalid_argument("the address of the matrix is no multiple of 16");
    }
    if (pitch * sizeof(float) % 16 != 0) {
        throw std::invalid_argument("the pitch is no multiple of 16 bytes, which are 4 floats");
    }
    const cuuint64_t sizes[] = {static_cast<cuuint64_t>(columns), static_cast<cuuint64_t>(rows)};
    const cuuint64_t strides[] = {pitch * sizeof(float)};
    const cuuint32_t box[] = {tile_columns, static_cast<cuuint32_t>(box_rows)};
    const cuuint32_t steps[] = {1, 1};
    check(encode_function()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(first),
                            sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    // end of Solution 1
    return map;
}

// ---- Step 2: one box for each block ----

__global__ void one_box_kernel(const __grid_constant__ CUtensorMap map, Matrix out) {
    __shared__ Box box;
    __shared__ Mbarrier there;
    const int row = blockIdx.y * tile_rows, column = blockIdx.x * tile_columns; // of the tile
    if (threadIdx.x == 0) prepare(there);
    __syncthreads();
    // Solution 2: the bytes are those of a whole box, wherever it lies: zeros count, too. Each
    // thread waits for itself, since the wait is what makes the box's bytes visible to a thread.
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
    write_sums(box, out, row, column);
}

// ---- Step 3: a tile goes back ----

__device__ void store_tile(const CUtensorMap& map, int row, int column, const Tile& tile) {
    // Solution 3: each thread shows the copy what it has written itself. The first barrier: all
    // have done so. The second: the copy has read everything.
    show_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
        wait_for_stores();
    }
    __syncthreads();
    // end of Solution 3
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
    // Solution 4: box p is number p / 2 of its place, so that is its phase. Behind store_tile no
    // thread reads box p any more, and its place gets box p + 2.
    const auto begin = [&](int p) {
        announce(there[p % 2], sizeof(Box));
        begin_load(&boxes[p % 2], in, row + p * tile_rows - 1, column, there[p % 2]);
    };
    if (threadIdx.x == 0) {
        for (int p = 0; p < 2 && p < tiles; ++p) begin(p);
    }
    for (int p = 0; p < tiles; ++p) {
        wait(there[p % 2], p / 2 % 2);
        add_rows(boxes[p % 2], sums);
        store_tile(out, row + p * tile_rows, column, sums);
        if (threadIdx.x == 0 && p + 2 < tiles) begin(p + 2);
    }
    // end of Solution 4
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
