// Lesson 62, given: the matrix product of lesson 61, up to its sums. You need row_of, column_of,
// in_fours and write_four of it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

constexpr int tile = 128; // rows and columns of C for each block
constexpr int tile_depth = 8;
constexpr int gemm_threads = 256;
constexpr int piece = 8; // rows and columns of C for each thread

struct alignas(16) Tiles {
    float a[tile_depth][tile + 4];
    float b[tile_depth][tile];
};

// Which element of the block's tile of C sums[i][j] of this thread is.
inline __device__ int row_of(int i) {
    return i / 4 * 64 + threadIdx.x / 64 * 16 + (threadIdx.x >> 1 & 3) * 4 + i % 4;
}
inline __device__ int column_of(int j) {
    const int x = threadIdx.x / 32 % 2 * 8 + (threadIdx.x >> 2 & 6) + (threadIdx.x & 1);
    return j / 4 * 64 + x * 4 + j % 4;
}

inline __device__ void read_four(const float* place, float* four) {
    const float4 read = *reinterpret_cast<const float4*>(place);
    four[0] = read.x, four[1] = read.y, four[2] = read.z, four[3] = read.w;
}
// Writes four neighbours of a row of a matrix, from (row, column) on, as far as the row goes: by
// one store of 16 bytes if the matrix comes in fours (`aligned`).
inline __device__ void write_four(float* matrix, int columns, int row, int column,
                                  const float* four, bool aligned) {
    float* place = matrix + row * columns + column;
    if (aligned) {
        *reinterpret_cast<float4*>(place) = {four[0], four[1], four[2], four[3]};
    } else {
        for (int i = 0; i < 4; ++i)
            if (column + i < columns) place[i] = four[i];
    }
}

// Whether each four of neighbours in a row begins at a multiple of 16 bytes.
inline __host__ __device__ bool in_fours(const float* matrix, int columns) {
    return columns % 4 == 0 && reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0;
}

inline __device__ float4 four_of(const float* matrix, int rows, int columns, int row, int column,
                                 bool aligned) {
    float4 four{0.0f, 0.0f, 0.0f, 0.0f};
    if (row >= rows || column >= columns) return four;
    const float* place = matrix + row * columns + column;
    if (aligned) return *reinterpret_cast<const float4*>(place);
    four.x = place[0];
    if (column + 1 < columns) four.y = place[1];
    if (column + 2 < columns) four.z = place[2];
    if (column + 3 < columns) four.w = place[3];
    return four;
}

// The thread's 8 x 8 sums, of all k products each. `aligned`: A and B come in fours.
inline __device__ void add_products(const float* A, const float* B, int m, int n, int k, int top,
                                    int left, bool aligned, Tiles (&tiles)[2],
                                    float (&sums)[piece][piece]) {
    const int t = threadIdx.x;
    const auto bring_a = [&](int first) {
        return four_of(A, m, k, top + t / 2, first + 4 * (t % 2), aligned);
    };
    const auto bring_b = [&](int first) {
        return four_of(B, k, n, first + t / 32, left + 4 * (t % 32), aligned);
    };
    const auto keep = [&](Tiles& pair, const float4& a, const float4& b) {
        pair.a[4 * (t % 2)][t / 2] = a.x;
        pair.a[4 * (t % 2) + 1][t / 2] = a.y;
        pair.a[4 * (t % 2) + 2][t / 2] = a.z;
        pair.a[4 * (t % 2) + 3][t / 2] = a.w;
        *reinterpret_cast<float4*>(&pair.b[t / 32][4 * (t % 32)]) = b;
    };
    keep(tiles[0], bring_a(0), bring_b(0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        const float4 a_next = bring_a(first + tile_depth), b_next = bring_b(first + tile_depth);
#pragma unroll
        for (int depth = 0; depth < tile_depth; ++depth) {
            float a[piece], b[piece];
#pragma unroll
            for (int i = 0; i < piece; i += 4) {
                read_four(&tiles[pair].a[depth][row_of(i)], a + i);
                read_four(&tiles[pair].b[depth][column_of(i)], b + i);
            }
#pragma unroll
            for (int i = 0; i < piece; ++i) {
#pragma unroll
                for (int j = 0; j < piece; ++j) {
                    sums[i][j] += a[i] * b[j];
                }
            }
        }
        keep(tiles[pair ^ 1], a_next, b_next);
        __syncthreads();
    }
}
