// Lesson 37: a matrix product by tiles. README.md explains; fill in the five regions marked TODO.
#include "matmul_tiled.hpp"

#include "wire/cuda_check.hpp"

// One thread for each element of C: x runs along its columns, y along its rows.
dim3 grid_for(int M, int N) {
    return dim3((N + tile_size - 1) / tile_size, (M + tile_size - 1) / tile_size);
}
constexpr dim3 block_of_a_tile(tile_size, tile_size);

__global__ void naive_kernel(const float* A, const float* B, float* C, int M, int N, int K) {
    // TODO 1: this thread's element of C, straight from global memory.

    // end of TODO 1
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
    // TODO 2: thread (x, y) brings in element (y, x) of each tile. Ask `element` for it.

    // end of TODO 2
}

// What this thread's element of C gets from the two tiles.
__device__ float product_of_tiles(const Tile& a_tile, const Tile& b_tile) {
    // TODO 3: row y of a_tile times column x of b_tile: the sum of 16 products.
    return 0.0f;
    // end of TODO 3
}

__global__ void tiled_kernel(const float* A, const float* B, float* C, int M, int N, int K,
                             int rounds) {
    __shared__ Tile a_tile, b_tile;
    const int by = blockIdx.y, bx = blockIdx.x;
    float sum = 0.0f;
    // TODO 4: this is round 0 alone. Make it `rounds` rounds, 0 included.
    fill_tiles(A, B, M, N, K, by, bx, 0, a_tile, b_tile);
    __syncthreads();
    sum += product_of_tiles(a_tile, b_tile);
    // end of TODO 4
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

// TODO 5: all three functions are right where M, N and K are multiples of 16. Now the edges.
// Element (row, column) of a matrix; 0 outside of it.
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    return matrix[row * columns + column];
}

// Writes element (row, column) of a matrix; nothing outside of it.
__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    matrix[row * columns + column] = value;
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, K / tile_size);
}
// end of TODO 5
