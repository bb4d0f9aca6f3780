// Lesson 37: a matrix product by tiles. README.md explains; fill in the five regions marked TODO.
#include "matmul_tiled.hpp"

#include "wire/cuda_check.hpp"

// One thread for each element of C: x runs along its columns, y along its rows.
dim3 grid_for(int M, int N) {
    return dim3((N + tile_size - 1) / tile_size, (M + tile_size - 1) / tile_size);
}
constexpr dim3 block_of_a_tile(tile_size, tile_size);

__global__ void naive_kernel(const float* A, const float* B, float* C, int M, int N, int K) {
    // Solution 1: x runs along the columns, so that a warp reads neighbours of a row of B, and one
    // element of A for all its lanes with the same y.
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[row * K + k] * B[k * N + column];
        }
        C[row * N + column] = sum;
    }
    // end of Solution 1
}

void multiply_naive(const float* A, const float* B, float* C, int M, int N, int K) {
    if (M == 0 || N == 0) return;
    naive_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K);
    check(cudaGetLastError());
}

using Tile = float[tile_size][tile_size];

// Yours, at the end of this file.
__device__ float element(const float* matrix, int rows, int columns, int row, int column);
__device__ void put(float* matrix, int rows, int columns, int row, int column, float value);

// Called by all 16 x 16 threads of a block: brings in the tiles of block (bx, by) for round p.
__device__ void fill_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx,
                           int p, Tile& a_tile, Tile& b_tile) {
    // Solution 2: p moves A's tile to the right and B's tile down. Within a tile, x runs along the
    // columns of both: neighbouring threads read neighbouring elements.
    const int x = threadIdx.x, y = threadIdx.y;
    a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    // end of Solution 2
}

// What this thread's element of C gets from the two tiles.
__device__ float product_of_tiles(const Tile& a_tile, const Tile& b_tile) {
    // Solution 3: its row of a_tile, one word for all lanes with the same y, times its column of
    // b_tile, 16 neighbouring words. No lane waits for another one's bank.
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < tile_size; ++k) {
        sum += a_tile[y][k] * b_tile[k][x];
    }
    return sum;
    // end of Solution 3
}

__global__ void tiled_kernel(const float* A, const float* B, float* C, int M, int N, int K,
                             int rounds) {
    __shared__ Tile a_tile, b_tile;
    const int by = blockIdx.y, bx = blockIdx.x;
    float sum = 0.0f;
    // Solution 4: the first barrier is for the tiles that are being filled, the second one for
    // those that are still being read when the next round wants to fill them.
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
    put(C, M, N, by * tile_size + threadIdx.y, bx * tile_size + threadIdx.x, sum);
}

__global__ void load_tiles_kernel(const float* A, const float* B, int M, int N, int K, int by,
                                  int bx, int p, float* a_copy, float* b_copy) {
    __shared__ Tile a_tile, b_tile;
    fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
    __syncthreads();
    const int place = threadIdx.y * tile_size + threadIdx.x;
    a_copy[place] = a_tile[threadIdx.y][threadIdx.x];
    b_copy[place] = b_tile[threadIdx.y][threadIdx.x];
}

void load_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p,
                float* a_tile, float* b_tile) {
    load_tiles_kernel<<<1, block_of_a_tile>>>(A, B, M, N, K, by, bx, p, a_tile, b_tile);
    check(cudaGetLastError());
}

void multiply_rounds(const float* A, const float* B, float* C, int M, int N, int K, int rounds) {
    if (M == 0 || N == 0) return;
    tiled_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K, rounds);
    check(cudaGetLastError());
}

// Solution 5: a thread beyond an edge brings a zero, which adds nothing to any sum, and goes to the
// barriers like all others; it only has nothing to write. The last round may be a part of one.
// Element (row, column) of a matrix; 0 outside of it.
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    return row < rows && column < columns ? matrix[row * columns + column] : 0.0f;
}

// Writes element (row, column) of a matrix; nothing outside of it.
__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (row < rows && column < columns) {
        matrix[row * columns + column] = value;
    }
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, (K + tile_size - 1) / tile_size);
}
// end of Solution 5
