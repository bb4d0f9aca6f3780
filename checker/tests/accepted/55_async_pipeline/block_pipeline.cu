// Accepted: a pipeline of the block, whose stages are given back; one kernel for any number of stages
#include "async_pipeline.hpp"

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <cstdint>

#include <cooperative_groups.h>
#include <cuda/pipeline>

#pragma nv_diag_suppress 20054 // the state is initialised by make_pipeline

using Pipeline = cuda::pipeline<cuda::thread_scope_block>;

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
    if (there) {
        cuda::memcpy_async(place, source, sizeof(Piece), pipe);
    } else {
        *place = Piece{};
    }
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
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    const auto block = cooperative_groups::this_thread_block();
    Pipeline pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    copy_tiles<Piece>(stage, x, by, bx, p, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = threadIdx.x; i < tile_size * tile_depth; i += block_threads) {
        a_tile[i] = stage.a[i / tile_depth][i % tile_depth];
        b_tile[i] = stage.b[i / tile_size][i % tile_size];
    }
}

template <int count, typename Piece>
__global__ void __launch_bounds__(block_threads, 3) stages_kernel(Product x, int rounds) {
    __shared__ Tiles stages[count];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, count> state;
    const auto block = cooperative_groups::this_thread_block();
    Pipeline pipe = cuda::make_pipeline(block, &state);
    const int by = blockIdx.y, bx = blockIdx.x;
    Sums sums = {};
    for (int p = 0, next = 0; p < rounds; ++p) {
        for (; next < rounds && next < p + count; ++next) {
            pipe.producer_acquire();
            copy_tiles<Piece>(stages[next % count], x, by, bx, next, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        add_products(stages[p % count], sums);
        pipe.consumer_release();
    }
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

template <int count>
static void launch_stages(const Product& x, int rounds) {
    launch(stages_kernel<count, float4>, stages_kernel<count, float>, grid_for(x.M, x.N), x,
           rounds);
}

void multiply_one_stage(const float* A, const float* B, float* C, int M, int N, int K, int rounds) {
    if (M == 0 || N == 0) return;
    launch_stages<1>({A, B, C, M, N, K}, rounds);
}

void multiply_two_stages(const float* A, const float* B, float* C, int M, int N, int K,
                         int rounds) {
    if (M == 0 || N == 0) return;
    launch_stages<2>({A, B, C, M, N, K}, rounds);
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
