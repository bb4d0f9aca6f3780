// Lesson 56, further: larger tiles, brought by asynchronous copies several rounds ahead (lesson
// 55), and warps with pieces of 64 x 64, which use each fragment four times.
#include "wmma.hpp"

#define multiply multiply_by_pairs
#include "wmma.cu"
#undef multiply

#include <cstddef>
#include <cuda_pipeline.h>

constexpr int large_rows = 256, large_columns = 128; // of a block's tile of D
constexpr int large_piece = 64;                      // rows and columns of a warp's piece
constexpr int tiles_of_piece = large_piece / side;
constexpr int warps_across = large_columns / large_piece;
constexpr int large_threads = 32 * warps_across * large_rows / large_piece;
constexpr int round_depth = 64;
constexpr int stages = 3; // rounds in shared memory

// As Tiles: 16 bytes more for each row, so that eight rows are in different banks.
constexpr int round_pitch = round_depth + 8;
struct alignas(32) Stage {
    half a[large_rows][round_pitch];
    half b[large_columns][round_pitch];
};

// Asks for this thread's part of so many rows of a matrix from row `top` on, and of `round_depth`
// columns from column `first` on.
template <int rows>
__device__ void copy_rows(half (&to)[rows][round_pitch], const half* matrix, int columns, int top,
                          int first) {
#pragma unroll
    for (int i = threadIdx.x; i < rows * round_depth / 8; i += large_threads) {
        const int row = i / (round_depth / 8), column = 8 * (i % (round_depth / 8));
        __pipeline_memcpy_async(&to[row][column],
                                matrix + std::ptrdiff_t{top + row} * columns + first + column, 16);
    }
}

__global__ void __launch_bounds__(large_threads)
    large_kernel(const half* A, const half* B, const float* C, float* D, int n, int k) {
    extern __shared__ Stage stage[]; // of `stages`
    const int top = blockIdx.y * large_rows, left = blockIdx.x * large_columns;
    const int warp = threadIdx.x / 32;
    const int row = warp / warps_across * large_piece, column = warp % warps_across * large_piece;
    const auto bring_round = [&](int round) {
        if (round * round_depth < k) {
            copy_rows(stage[round % stages].a, A, k, top, round * round_depth);
            copy_rows(stage[round % stages].b, B, k, left, round * round_depth);
        }
        __pipeline_commit(); // also without a copy, so that as many may be open as before
    };
    const auto place = [&](int i, int j) {
        return std::ptrdiff_t{top + row + side * i} * n + left + column + side * j;
    };
    Sums sums[tiles_of_piece][tiles_of_piece];
#pragma unroll
    for (int i = 0; i < tiles_of_piece; ++i)
#pragma unroll
        for (int j = 0; j < tiles_of_piece; ++j)
            wmma::load_matrix_sync(sums[i][j], C + place(i, j), n, wmma::mem_row_major);
    for (int round = 0; round < stages - 1; ++round) bring_round(round);
    for (int round = 0; round * round_depth < k; ++round) {
        // This round's tiles are here, and no warp still uses those that are replaced now.
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
        bring_round(round + stages - 1);
        const Stage& tiles = stage[round % stages];
#pragma unroll
        for (int first = 0; first < round_depth; first += side) {
            FragmentA a[tiles_of_piece];
#pragma unroll
            for (int i = 0; i < tiles_of_piece; ++i)
                wmma::load_matrix_sync(a[i], &tiles.a[row + side * i][first], round_pitch);
#pragma unroll
            for (int j = 0; j < tiles_of_piece; ++j) {
                FragmentB b;
                wmma::load_matrix_sync(b, &tiles.b[column + side * j][first], round_pitch);
#pragma unroll
                for (int i = 0; i < tiles_of_piece; ++i)
                    wmma::mma_sync(sums[i][j], a[i], b, sums[i][j]);
            }
        }
    }
#pragma unroll
    for (int i = 0; i < tiles_of_piece; ++i)
#pragma unroll
        for (int j = 0; j < tiles_of_piece; ++j)
            wmma::store_matrix_sync(D + place(i, j), sums[i][j], n, wmma::mem_row_major);
}

void multiply(const half* A, const half* B, const float* C, float* D, int m, int n, int k) {
    if (m == 0 || n == 0 || m % large_rows != 0 || n % large_columns != 0 || k % round_depth != 0 ||
        !begins_well(A) || !begins_well(B) || !begins_well(C) || !begins_well(D)) {
        multiply_by_pairs(A, B, C, D, m, n, k);
        return;
    }
    const dim3 grid(n / large_columns, m / large_rows);
    constexpr int bytes = stages * sizeof(Stage); // more than 48 KiB have to be asked for
    check(cudaFuncSetAttribute(large_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    large_kernel<<<grid, large_threads, bytes>>>(A, B, C, D, n, k);
    check(cudaGetLastError());
}
