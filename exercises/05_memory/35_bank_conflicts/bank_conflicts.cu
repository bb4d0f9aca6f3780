// Lesson 35: bank conflicts, predicted and avoided. Your task is in README.md.
#include "bank_conflicts.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <set>

int degree_of(const int* words) {
    int degree = 0;
    // TODO 1: the most different words that are wanted of one bank.

    // end of TODO 1
    return degree;
}

// The word of element (row, column), of a tile whose rows have a word more than they need.
__host__ __device__ int padded_place(int row, int column) {
    // TODO 2: a place such that neither a row nor a column of the tile has two elements in one
    // bank; rows may have 33 words.
    return row * tile_columns + column;
    // end of TODO 2
}

// The word of element (row, column), of a tile without a word to spare.
__host__ __device__ int swizzled_place(int row, int column) {
    // TODO 3: the same with rows of 32 words.
    return row * tile_columns + column;
    // end of TODO 3
}

// Given: the place of an element, by layout.
template <int layout>
__host__ __device__ int place(int row, int column) {
    if constexpr (layout == padded) return padded_place(row, column);
    if constexpr (layout == swizzled) return swizzled_place(row, column);
    return row * tile_columns + column;
}

// Given: the words of a tile, by layout.
template <int layout>
constexpr int words_of_row = layout == padded ? tile_columns + 1 : tile_columns;

template <int layout>
__global__ void running_sums_kernel(const int* input, int* output, std::size_t rows) {
    __shared__ int tile[rows_per_block * words_of_row<layout>];
    const std::size_t first = std::size_t{blockIdx.x} * rows_per_block;
    const int rows_here = static_cast<int>(min(rows - first, std::size_t{rows_per_block}));
    const int count = rows_here * tile_columns; // elements of this tile
    input += first * tile_columns;
    output += first * tile_columns;
    // Given: the tile is filled; a warp takes a row at a time.
    for (int k = threadIdx.x; k < count; k += rows_per_block) {
        tile[place<layout>(k / tile_columns, k % tile_columns)] = input[k];
    }
    // TODO 4: each thread turns one row of the tile into its running sums. Other threads brought
    // that row, and others take it out.

    // end of TODO 4
    // Given: the tile goes out.
    for (int k = threadIdx.x; k < count; k += rows_per_block) {
        output[k] = tile[place<layout>(k / tile_columns, k % tile_columns)];
    }
}

// Given: a warp fills the rows y, y + 8, ... of the tile, and reads these columns.
template <int layout>
__global__ void transpose_kernel(const int* input, int* output) {
    __shared__ int tile[tile_columns * words_of_row<layout>];
    const int x = static_cast<int>(threadIdx.x);
    for (int y = static_cast<int>(threadIdx.y); y < tile_columns; y += 8) {
        tile[place<layout>(y, x)] = input[y * tile_columns + x];
    }
    __syncthreads();
    for (int y = static_cast<int>(threadIdx.y); y < tile_columns; y += 8) {
        output[y * tile_columns + x] = tile[place<layout>(x, y)];
    }
}

void places_of(int layout, int rows, int* places) {
    for (int k = 0; k < rows * tile_columns; ++k) {
        const int row = k / tile_columns, column = k % tile_columns;
        places[k] = layout == padded ? padded_place(row, column) : swizzled_place(row, column);
    }
}

void transpose_tile(const int* input, int* output, int layout) {
    const auto kernel = layout == padded     ? transpose_kernel<padded>
                        : layout == swizzled ? transpose_kernel<swizzled>
                                             : transpose_kernel<plain>;
    kernel<<<1, dim3(tile_columns, 8)>>>(input, output);
    check(cudaGetLastError());
}

void running_sums(const int* input, int* output, std::size_t rows, int layout) {
    if (rows == 0) return;
    const auto blocks = static_cast<unsigned>((rows + rows_per_block - 1) / rows_per_block);
    const auto kernel = layout == padded     ? running_sums_kernel<padded>
                        : layout == swizzled ? running_sums_kernel<swizzled>
                                             : running_sums_kernel<plain>;
    kernel<<<blocks, rows_per_block>>>(input, output, rows);
    check(cudaGetLastError());
}
