// Lesson 61: a matrix product out of registers. README.md explains; fill in the five regions marked
// TODO.
#include "sgemm_register_tiles.hpp"

#include "wire/cuda_check.hpp"

#include <cstdint>

constexpr dim3 grid_for(int m, int n, int tile) {
    return dim3((n + tile - 1) / tile, (m + tile - 1) / tile);
}

// One element of C, where *c is what it was: the last step of all kernels.
__device__ void finish(float* c, float sum, float alpha, float beta) {
    // TODO 1: *c becomes alpha * sum + beta * *c. It is not read if beta is 0.

    // end of TODO 1
}

__global__ void finish_kernel(const float* sums, float* C, int count, float alpha, float beta) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < count) finish(&C[i], sums[i], alpha, beta);
}

void finish_all(const float* sums, float* C, int count, float alpha, float beta) {
    if (count == 0) return;
    finish_kernel<<<(count + 255) / 256, 256>>>(sums, C, count, alpha, beta);
    check(cudaGetLastError());
}

// ---- Step 1: a column of 8 elements per thread ----

// Given, as in lesson 37: all threads of the block bring in a tile, whose first element is (top,
// left) of the matrix, neighbours by neighbours. 0 where the matrix has no such element. Unrolled,
// since then the loads of a thread are on their way at the same time.
template <int threads, int tile_rows, int tile_columns>
__device__ void fill(float (&tile)[tile_rows][tile_columns], const float* matrix, int rows,
                     int columns, int top, int left) {
#pragma unroll
    for (int first = 0; first < tile_rows * tile_columns; first += threads) {
        const int i = first + threadIdx.x;
        const int row = top + i / tile_columns, column = left + i % tile_columns;
        const bool there = row < rows && column < columns;
        tile[i / tile_columns][i % tile_columns] = there ? matrix[row * columns + column] : 0.0f;
    }
}

// Adds to the thread's 8 sums what the two tiles contribute: sums[i] belongs to row `row` + i of
// the tile of C, and all of them to its column `column`.
__device__ void add_column(const float (&a_tile)[column_tile][tile_depth],
                           const float (&b_tile)[tile_depth][column_tile], int row, int column,
                           float (&sums)[piece]) {
    // TODO 2: for each k, one element of b_tile and 8 of a_tile: 8 products.

    // end of TODO 2
}

__global__ void column_kernel(const float* A, const float* B, float* C, int m, int n, int k,
                              float alpha, float beta) {
    __shared__ float a_tile[column_tile][tile_depth];
    __shared__ float b_tile[tile_depth][column_tile];
    const int top = blockIdx.y * column_tile, left = blockIdx.x * column_tile;
    const int row = threadIdx.x / column_tile * piece, column = threadIdx.x % column_tile;
    float sums[piece] = {};
    for (int first = 0; first < k; first += tile_depth) {
        fill<column_threads>(a_tile, A, m, k, top, first);
        fill<column_threads>(b_tile, B, k, n, first, left);
        __syncthreads();
        add_column(a_tile, b_tile, row, column, sums);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < piece; ++i) {
        if (top + row + i < m && left + column < n)
            finish(&C[(top + row + i) * n + left + column], sums[i], alpha, beta);
    }
}

void sgemm_column(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                  float beta) {
    if (m == 0 || n == 0) return;
    column_kernel<<<grid_for(m, n, column_tile), column_threads>>>(A, B, C, m, n, k, alpha, beta);
    check(cudaGetLastError());
}

// ---- Step 2: a square of 8 x 8 elements per thread ----

// Adds to the thread's 8 x 8 sums what the two tiles contribute: sums[i][j] belongs to row y + 16 i
// and column x + 16 j of the tile of C. x and y are 0 to 15.
__device__ void add_square(const float (&a_tile)[square_tile][tile_depth],
                           const float (&b_tile)[tile_depth][square_tile], int x, int y,
                           float (&sums)[piece][piece]) {
    // TODO 3: for each k, 8 elements of a_tile and 8 of b_tile into registers: 64 products.

    // end of TODO 3
}

// At least two blocks per multiprocessor: that leaves 128 registers to a thread.
__global__ void __launch_bounds__(square_threads, 2)
    square_kernel(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                  float beta) {
    __shared__ float a_tile[square_tile][tile_depth];
    __shared__ float b_tile[tile_depth][square_tile];
    const int top = blockIdx.y * square_tile, left = blockIdx.x * square_tile;
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    float sums[piece][piece] = {};
    for (int first = 0; first < k; first += tile_depth) {
        fill<square_threads>(a_tile, A, m, k, top, first);
        fill<square_threads>(b_tile, B, k, n, first, left);
        __syncthreads();
        add_square(a_tile, b_tile, x, y, sums);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; ++j) {
            const int row = top + y + 16 * i, column = left + x + 16 * j;
            if (row < m && column < n) finish(&C[row * n + column], sums[i][j], alpha, beta);
        }
    }
}

void sgemm_square(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                  float beta) {
    if (m == 0 || n == 0) return;
    square_kernel<<<grid_for(m, n, square_tile), square_threads>>>(A, B, C, m, n, k, alpha, beta);
    check(cudaGetLastError());
}

// ---- Step 3: 16 bytes at a time, and the next tiles on their way ----

// A's tile lies on its side, so that a column of it is four neighbours after four. Its rows have
// four floats more than they need: see README.md.
struct alignas(16) Tiles {
    float a[tile_depth][square_tile + 4];
    float b[tile_depth][square_tile];
};

// What a thread brings for a pair of tiles, on its way from global to shared memory.
struct Brought {
    float4 a, b;
};

// Given. Elements (row, column) to (row, column + 3) of a matrix; 0 where it has no such element.
// `aligned`: the four are in the matrix or not as a whole, and begin at a multiple of 16 bytes.
template <bool aligned>
__device__ float4 four_of(const float* matrix, int rows, int columns, int row, int column) {
    float4 four{0.0f, 0.0f, 0.0f, 0.0f};
    if (row >= rows || column >= columns) return four;
    const float* place = matrix + row * columns + column;
    if constexpr (aligned) return *reinterpret_cast<const float4*>(place);
    four.x = place[0];
    if (column + 1 < columns) four.y = place[1];
    if (column + 2 < columns) four.z = place[2];
    if (column + 3 < columns) four.w = place[3];
    return four;
}

// Given. One load, or store, of 16 bytes.
__device__ void read_four(const float* place, float* four) {
    const float4 read = *reinterpret_cast<const float4*>(place);
    four[0] = read.x, four[1] = read.y, four[2] = read.z, four[3] = read.w;
}
__device__ void write_four(float* place, const float* four) {
    *reinterpret_cast<float4*>(place) = {four[0], four[1], four[2], four[3]};
}

// Given. The place of a thread among 16 x 16, in step 3: a warp has 8 x 4 of them. Lanes 0 and 1
// have the same y, lanes 0 and 2 the same x, and so on: shared memory gives one four to both.
__device__ int own_x() {
    return threadIdx.x / 32 % 2 * 8 + (threadIdx.x >> 2 & 6) + (threadIdx.x & 1);
}
__device__ int own_y() { return threadIdx.x / 64 * 4 + (threadIdx.x >> 1 & 3); }

// Given. Where sums[i][j] of this thread belongs in the tile of C: fours of neighbours, at two
// places.
__device__ int row_of(int i) { return i / 4 * 64 + 4 * own_y() + i % 4; }
__device__ int column_of(int j) { return j / 4 * 64 + 4 * own_x() + j % 4; }

// TODO 4: three functions.

// The fours that thread t of 256 brings for the tiles that begin at A(top, first) and
// B(first, left).
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, int m, int n, int k, int top, int left,
                         int first) {
    return {};
}

// Puts them where they belong in the tiles.
__device__ void keep(Tiles& tiles, const Brought& brought) {}

// Adds to the thread's 8 x 8 sums what the tiles contribute: sums[i][j] belongs to row row_of(i)
// and column column_of(j) of the tile of C.
__device__ void add_fours(const Tiles& tiles, float (&sums)[piece][piece]) {}
// end of TODO 4

// Given. Four neighbours in a row of C, from (row, column) on.
template <bool aligned>
__device__ void finish_four(float* C, int m, int n, int row, int column, const float* sums,
                            float alpha, float beta) {
    if (row >= m || column >= n) return;
    float* place = C + row * n + column;
    if constexpr (aligned) {
        float four[4] = {};
        if (beta != 0.0f) read_four(place, four);
        for (int j = 0; j < 4; ++j) finish(&four[j], sums[j], alpha, beta);
        write_four(place, four);
    } else {
        for (int j = 0; j < 4; ++j)
            if (column + j < n) finish(&place[j], sums[j], alpha, beta);
    }
}

template <bool aligned>
__global__ void __launch_bounds__(square_threads, 2)
    sgemm_kernel(const float* A, const float* B, float* C, int m, int n, int k, float alpha,
                 float beta) {
    __shared__ Tiles tiles[2];
    const int top = blockIdx.y * square_tile, left = blockIdx.x * square_tile;
    float sums[piece][piece] = {};
    // TODO 5: this is round 0 alone. Make it all rounds, with one barrier each: while this round's
    // tiles are multiplied, the next ones are on their way.
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    add_fours(tiles[0], sums);
    // end of TODO 5
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; j += 4) {
            finish_four<aligned>(C, m, n, top + row_of(i), left + column_of(j), &sums[i][j], alpha,
                                 beta);
        }
    }
}

// Given. Whether each four of neighbours in a row begins at a multiple of 16 bytes.
static bool in_fours(const float* matrix, int columns) {
    return columns % 4 == 0 && reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0;
}

void sgemm(const float* A, const float* B, float* C, int m, int n, int k, float alpha, float beta) {
    if (m == 0 || n == 0) return;
    const dim3 grid = grid_for(m, n, square_tile);
    if (in_fours(A, k) && in_fours(B, n) && in_fours(C, n))
        sgemm_kernel<true><<<grid, square_threads>>>(A, B, C, m, n, k, alpha, beta);
    else
        sgemm_kernel<false><<<grid, square_threads>>>(A, B, C, m, n, k, alpha, beta);
    check(cudaGetLastError());
}

__global__ void show_tiles_kernel(const float* A, const float* B, int m, int n, int k, int by,
                                  int bx, int p, float* a_tile, float* b_tile) {
    __shared__ Tiles tiles;
    keep(tiles, bring<false>(A, B, m, n, k, by * square_tile, bx * square_tile, p * tile_depth));
    __syncthreads();
    for (int i = threadIdx.x; i < tile_depth * square_tile; i += square_threads) {
        a_tile[i] = tiles.a[i / square_tile][i % square_tile];
        b_tile[i] = tiles.b[i / square_tile][i % square_tile];
    }
}

void show_tiles(const float* A, const float* B, int m, int n, int k, int by, int bx, int p,
                float* a_tile, float* b_tile) {
    show_tiles_kernel<<<1, square_threads>>>(A, B, m, n, k, by, bx, p, a_tile, b_tile);
    check(cudaGetLastError());
}
