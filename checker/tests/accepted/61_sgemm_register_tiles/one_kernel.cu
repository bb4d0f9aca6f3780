// Accepted: one kernel template for both squares: lanes in another order, A's tile in turned places in place of padding, places in 64 bits
#include "sgemm_register_tiles.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <cstddef>

using Size = std::size_t;

__device__ __forceinline__ float mixed(float sum, const float* c, float alpha, float beta) {
    return beta == 0 ? alpha * sum : fmaf(beta, *c, alpha * sum);
}

__global__ void last_step(const float* __restrict__ sums, float* C, int count, float alpha, float beta) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        C[i] = mixed(sums[i], &C[i], alpha, beta);
}

void finish_all(const float* sums, float* C, int count, float alpha, float beta) {
    if (count == 0) return;
    last_step<<<std::min((count + 127) / 128, 100), 128>>>(sums, C, count, alpha, beta);
    check(cudaGetLastError());
}

// 64 x 64 elements, 512 threads, tiles 8 deep.
__global__ void columns(const float* __restrict__ A, const float* __restrict__ B, float* C, int m, int n, int k,
                        float alpha, float beta) {
    __shared__ float a[64 * 8], b[8 * 64];
    const int t = threadIdx.x, top = blockIdx.y * 64, left = blockIdx.x * 64;
    float sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    const int a_row = top + t / 8, b_column = left + t % 64;
    for (int first = 0; first < k; first += 8) {
        a[t] = a_row < m && first + t % 8 < k ? A[Size(a_row) * k + first + t % 8] : 0;
        b[t] = b_column < n && first + t / 64 < k ? B[Size(first + t / 64) * n + b_column] : 0;
        __syncthreads();
#pragma unroll
        for (int p = 0; p < 8; ++p) {
            const float own = b[p * 64 + t % 64];
#pragma unroll
            for (int i = 0; i < 8; ++i) sums[i] = fmaf(a[(t / 64 * 8 + i) * 8 + p], own, sums[i]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int row = top + t / 64 * 8 + i;
        if (row >= m || b_column >= n) continue;
        float* c = C + Size(row) * n + b_column;
        *c = mixed(sums[i], c, alpha, beta);
    }
}

void sgemm_column(const float* A, const float* B, float* C, int m, int n, int k, float alpha, float beta) {
    if (m == 0 || n == 0) return;
    columns<<<dim3((n + 63) / 64, (m + 63) / 64), 512>>>(A, B, C, m, n, k, alpha, beta);
    check(cudaGetLastError());
}

struct Pair {
    float4 a[8][32]; // row k; the four of rows 4 q to 4 q + 3 stands at place q ^ (k / 4)
    float4 b[8][32];
};

__device__ float4 in_four(const float* matrix, int rows, int columns, int row, int column, bool whole) {
    if (row >= rows || column >= columns) return make_float4(0, 0, 0, 0);
    const float* p = matrix + Size(row) * columns + column;
    if (whole) return *reinterpret_cast<const float4*>(p);
    const int left = columns - column;
    return make_float4(p[0], left > 1 ? p[1] : 0, left > 2 ? p[2] : 0, left > 3 ? p[3] : 0);
}

struct Fetch {
    float4 a, b;
};

__device__ Fetch fetch(const float* A, const float* B, int m, int n, int k, int top, int left, int first, bool whole) {
    const int t = threadIdx.x;
    return {in_four(A, m, k, top + t / 2, first + t % 2 * 4, whole),
            in_four(B, k, n, first + t / 32, left + t % 32 * 4, whole)};
}

__device__ void settle(Pair& pair, const Fetch& fetched) {
    const int t = threadIdx.x, row = t / 2, half = t % 2;
    const float values[4] = {fetched.a.x, fetched.a.y, fetched.a.z, fetched.a.w};
#pragma unroll
    for (int i = 0; i < 4; ++i)
        reinterpret_cast<float*>(&pair.a[4 * half + i][(row / 4) ^ (half * 4)])[row % 4] = values[i];
    pair.b[t / 32][t % 32] = fetched.b;
}

// Lane bits: 0 and 4 along the columns, 1 to 3 along the rows; 8 warps of 64 x 32.
template <bool ahead>
__global__ void __launch_bounds__(256) squares(const float* A, const float* B, float* C, int m, int n, int k,
                                               float alpha, float beta, bool whole) {
    __shared__ Pair pairs[2];
    const int t = threadIdx.x, lane = t % 32, warp = t / 32;
    const int top = blockIdx.y * 128, left = blockIdx.x * 128;
    const int x = (lane & 1) | (lane >> 3 & 2), y = lane >> 1 & 7;
    const int rows[2] = {warp / 4 * 16 + y, warp / 4 * 16 + y + 8};       // in fours
    const int columns[2] = {warp % 4 * 8 + x, warp % 4 * 8 + x + 4};
    float sums[2][2][4][4] = {};
    settle(pairs[0], fetch(A, B, m, n, k, top, left, 0, whole));
    __syncthreads();
    int current = 0;
    for (int first = 0; first < k; first += 8) {
        const Fetch next = fetch(A, B, m, n, k, top, left, first + 8, whole);
        const Pair& pair = pairs[current];
#pragma unroll
        for (int p = 0; p < 8; ++p) {
            float4 a[2], b[2];
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                a[h] = pair.a[p][rows[h] ^ (p / 4 * 4)];
                b[h] = pair.b[p][columns[h]];
            }
#pragma unroll
            for (int h = 0; h < 2; ++h)
#pragma unroll
                for (int g = 0; g < 2; ++g) {
                    const float as[4] = {a[h].x, a[h].y, a[h].z, a[h].w};
                    const float bs[4] = {b[g].x, b[g].y, b[g].z, b[g].w};
#pragma unroll
                    for (int i = 0; i < 4; ++i)
#pragma unroll
                        for (int j = 0; j < 4; ++j) sums[h][g][i][j] = fmaf(as[i], bs[j], sums[h][g][i][j]);
                }
        }
        settle(pairs[current ^= 1], next);
        __syncthreads();
    }
#pragma unroll
    for (int h = 0; h < 2; ++h)
#pragma unroll
        for (int g = 0; g < 2; ++g)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int row = top + rows[h] * 4 + i, column = left + columns[g] * 4;
                if (row >= m) continue;
                float* c = C + Size(row) * n + column;
                if (whole && column < n) {
                    float4 four, old = beta == 0 ? make_float4(0, 0, 0, 0) : *reinterpret_cast<float4*>(c);
                    four.x = mixed(sums[h][g][i][0], &old.x, alpha, beta);
                    four.y = mixed(sums[h][g][i][1], &old.y, alpha, beta);
                    four.z = mixed(sums[h][g][i][2], &old.z, alpha, beta);
                    four.w = mixed(sums[h][g][i][3], &old.w, alpha, beta);
                    *reinterpret_cast<float4*>(c) = four;
                } else {
#pragma unroll
                    for (int j = 0; j < 4; ++j)
                        if (column + j < n) c[j] = mixed(sums[h][g][i][j], &c[j], alpha, beta);
                }
            }
}

static bool fours(const void* p, int columns) { return (reinterpret_cast<Size>(p) | Size(columns) * 4) % 16 == 0; }

void sgemm(const float* A, const float* B, float* C, int m, int n, int k, float alpha, float beta) {
    if (m == 0 || n == 0) return;
    const bool whole = fours(A, k) && fours(B, n) && fours(C, n);
    squares<true><<<dim3((n + 127) / 128, (m + 127) / 128), 256>>>(A, B, C, m, n, k, alpha, beta, whole);
    check(cudaGetLastError());
}

void sgemm_square(const float* A, const float* B, float* C, int m, int n, int k, float alpha, float beta) {
    sgemm(A, B, C, m, n, k, alpha, beta);
}

__global__ void show(const float* A, const float* B, int m, int n, int k, int by, int bx, int p, float* a, float* b) {
    __shared__ Pair pair;
    settle(pair, fetch(A, B, m, n, k, by * 128, bx * 128, p * 8, false));
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 256) {
        a[i] = reinterpret_cast<const float*>(&pair.a[i / 128][(i % 128 / 4) ^ (i / 512 * 4)])[i % 4];
        b[i] = reinterpret_cast<const float*>(&pair.b[i / 128][i % 128 / 4])[i % 4];
    }
}

void show_tiles(const float* A, const float* B, int m, int n, int k, int by, int bx, int p, float* a_tile, float* b_tile) {
    show<<<1, 256>>>(A, B, m, n, k, by, bx, p, a_tile, b_tile);
    check(cudaGetLastError());
}
