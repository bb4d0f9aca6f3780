// Lesson 55: copies that go on while a block multiplies. README.md explains; fill in the four
// regions marked TODO.
#include "async_pipeline.hpp"

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <cstdint>

#include <cuda/pipeline>

// The asynchronous copies of one thread, in batches.
using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

// The tiles of one round. A stage is room for them in shared memory.
struct alignas(16) Tiles {
    float a[tile_size][tile_depth];
    float b[tile_depth][tile_size];
};

// A thread's part of a tile of C: rows y, y + 16, ... and columns 4 x to 4 x + 3.
using Sums = float[4][4];

// A thread copies float4 by float4 where it can, float by float where it cannot: that is Piece. A
// piece is in the matrix as a whole, or not at all.
template <typename Piece>
__device__ void copy_piece(Piece* place, const Piece* source, bool there, Pipeline& pipe) {
    // TODO 1: begin to copy one piece with cuda::memcpy_async, without waiting for it. If there is no
    // such piece in the matrix, *place becomes zero.

    // end of TODO 1
}

// Given. Begins to copy a tile, whose first element is (top, left) of the matrix, neighbours by
// neighbours.
template <typename Piece, int tile_rows, int tile_columns>
__device__ void copy_tile(float (&tile)[tile_rows][tile_columns], const float* matrix, int rows,
                          int columns, int top, int left, Pipeline& pipe) {
    constexpr int floats = sizeof(Piece) / sizeof(float);
#pragma unroll
    for (int first = 0; first < tile_rows * tile_columns; first += block_threads * floats) {
        const int i = first + floats * static_cast<int>(threadIdx.x);
        float* place = &tile[i / tile_columns][i % tile_columns];
        const int row = top + i / tile_columns, column = left + i % tile_columns;
        const float* source = matrix + (static_cast<std::ptrdiff_t>(row) * columns + column);
        copy_piece(reinterpret_cast<Piece*>(place), reinterpret_cast<const Piece*>(source),
                   row < rows && column < columns, pipe);
    }
}

// What a kernel gets: the matrices and their shape.
struct Product {
    const float *A, *B;
    float* C;
    int M, N, K;
};

// Given. Begins to copy the tiles of round p of block (bx, by) into a stage.
template <typename Piece>
__device__ void copy_tiles(Tiles& stage, const Product& x, int by, int bx, int p, Pipeline& pipe) {
    copy_tile<Piece>(stage.a, x.A, x.M, x.K, by * tile_size, p * tile_depth, pipe);
    copy_tile<Piece>(stage.b, x.B, x.K, x.N, p * tile_depth, bx * tile_size, pipe);
}

// Given, as in lesson 61: adds to the thread's sums what the tiles contribute.
__device__ void add_products(const Tiles& stage, Sums& sums) {
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[4], b[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            a[i] = stage.a[y + 16 * i][k];
            b[i] = stage.b[k][4 * x + i];
        }
#pragma unroll
        for (int i = 0; i < 4; ++i) {
#pragma unroll
            for (int j = 0; j < 4; ++j) sums[i][j] += a[i] * b[j];
        }
    }
}

// Given. Writes the thread's sums to C.
__device__ void write_sums(const Product& x, const Sums& sums) {
    const int top = blockIdx.y * tile_size + threadIdx.x / 16;
    const int left = blockIdx.x * tile_size + threadIdx.x % 16 * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int row = top + 16 * i, column = left + j;
            if (row < x.M && column < x.N) x.C[row * x.N + column] = sums[i][j];
        }
    }
}

template <typename Piece>
__global__ void load_tiles_kernel(Product x, int by, int bx, int p, float* a_tile, float* b_tile) {
    __shared__ Tiles stage;
    Pipeline pipe = cuda::make_pipeline();
    copy_tiles<Piece>(stage, x, by, bx, p, pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    for (int i = threadIdx.x; i < tile_size * tile_depth; i += block_threads) {
        a_tile[i] = stage.a[i / tile_depth][i % tile_depth];
        b_tile[i] = stage.b[i / tile_size][i % tile_size];
    }
}

// ---- One stage ----

template <typename Piece>
__global__ void __launch_bounds__(block_threads, 3) one_stage_kernel(Product x, int rounds) {
    __shared__ Tiles stage;
    Pipeline pipe = cuda::make_pipeline();
    const int by = blockIdx.y, bx = blockIdx.x;
    Sums sums = {};
    // TODO 2: this only begins to copy the tiles of round 0. Make it `rounds` rounds: copy, commit,
    // wait, multiply (add_products), and barriers where they are needed.
    copy_tiles<Piece>(stage, x, by, bx, 0, pipe);
    // end of TODO 2
    write_sums(x, sums);
}

// ---- Two stages ----

template <typename Piece>
__global__ void __launch_bounds__(block_threads, 3) two_stages_kernel(Product x, int rounds) {
    __shared__ Tiles stages[2];
    Pipeline pipe = cuda::make_pipeline();
    const int by = blockIdx.y, bx = blockIdx.x;
    Sums sums = {};
    // TODO 3: all rounds, with one barrier each. While the tiles of round p are multiplied, those of
    // round p + 1 are on their way into the other stage.
    copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    // end of TODO 3
    write_sums(x, sums);
}

// ---- Any number of stages ----

template <int count, typename Piece>
__global__ void __launch_bounds__(block_threads, 3) stages_kernel(Product x, int rounds) {
    __shared__ Tiles stages[count];
    Pipeline pipe = cuda::make_pipeline();
    const int by = blockIdx.y, bx = blockIdx.x;
    Sums sums = {};
    // TODO 4: all rounds, with one barrier each. While the tiles of round p are multiplied, those of
    // the next count - 1 rounds are on their way.
    copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    // end of TODO 4
    write_sums(x, sums);
}

// ---- Given: the launches ----

// Whether each four of neighbours in a row begins at a multiple of 16 bytes.
static bool in_fours(const float* matrix, int columns) {
    return columns % 4 == 0 && reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0;
}

template <typename... More>
static void launch(void (*by_fours)(Product, More...), void (*one_by_one)(Product, More...),
                   dim3 grid, const Product& x, More... more) {
    const bool fours = in_fours(x.A, x.K) && in_fours(x.B, x.N);
    (fours ? by_fours : one_by_one)<<<grid, block_threads>>>(x, more...);
    check(cudaGetLastError());
}

static dim3 grid_for(int M, int N) {
    return dim3((N + tile_size - 1) / tile_size, (M + tile_size - 1) / tile_size);
}

void load_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p,
                float* a_tile, float* b_tile) {
    launch(load_tiles_kernel<float4>, load_tiles_kernel<float>, dim3(1),
           Product{A, B, nullptr, M, N, K}, by, bx, p, a_tile, b_tile);
}

void multiply_one_stage(const float* A, const float* B, float* C, int M, int N, int K, int rounds) {
    if (M == 0 || N == 0) return;
    launch(one_stage_kernel<float4>, one_stage_kernel<float>, grid_for(M, N),
           Product{A, B, C, M, N, K}, rounds);
}

void multiply_two_stages(const float* A, const float* B, float* C, int M, int N, int K,
                         int rounds) {
    if (M == 0 || N == 0) return;
    launch(two_stages_kernel<float4>, two_stages_kernel<float>, grid_for(M, N),
           Product{A, B, C, M, N, K}, rounds);
}

template <int count>
static void launch_stages(const Product& x, int rounds) {
    launch(stages_kernel<count, float4>, stages_kernel<count, float>, grid_for(x.M, x.N), x,
           rounds);
}

void multiply_stages(const float* A, const float* B, float* C, int M, int N, int K, int rounds,
                     int stages) {
    if (M == 0 || N == 0) return;
    const Product x{A, B, C, M, N, K};
    if (stages == 2) launch_stages<2>(x, rounds);
    if (stages == 3) launch_stages<3>(x, rounds);
    if (stages == 4) launch_stages<4>(x, rounds);
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_stages(A, B, C, M, N, K, (K + tile_depth - 1) / tile_depth, 4);
}
