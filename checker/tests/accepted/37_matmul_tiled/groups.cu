// Accepted: cooperative groups; blocks of 256 threads in a row; guards beside each access; std::size_t for all places
#include "matmul_tiled.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

#include <cstddef>

namespace cg = cooperative_groups;

__global__ void plain(const float* __restrict__ A, const float* __restrict__ B, float* C, std::size_t M,
                      std::size_t N, std::size_t K) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t place = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; place < M * N; place += stride) {
        const std::size_t i = place / N, j = place % N;
        float sum = 0;
        for (std::size_t k = 0; k < K; ++k) sum += A[i * K + k] * B[k * N + j];
        C[place] = sum;
    }
}

struct Tiles {
    float a[256], b[256];
};

__device__ void bring(Tiles& tiles, const float* A, const float* B, int M, int N, int K, int by, int bx, int p) {
    const int t = cg::this_thread_block().thread_rank(), y = t / 16, x = t % 16;
    tiles.a[t] = tiles.b[t] = 0;
    if (by * 16 + y < M && p * 16 + x < K) tiles.a[t] = A[std::size_t(by * 16 + y) * K + p * 16 + x];
    if (p * 16 + y < K && bx * 16 + x < N) tiles.b[t] = B[std::size_t(p * 16 + y) * N + bx * 16 + x];
}

__global__ void copy_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p, float* a,
                           float* b) {
    __shared__ Tiles tiles;
    bring(tiles, A, B, M, N, K, by, bx, p);
    cg::this_thread_block().sync();
    a[threadIdx.x] = tiles.a[threadIdx.x];
    b[threadIdx.x] = tiles.b[threadIdx.x];
}

__global__ void by_tiles(const float* A, const float* B, float* C, int M, int N, int K, int rounds) {
    __shared__ Tiles tiles;
    const auto block = cg::this_thread_block();
    const int across = (N + 15) / 16, by = blockIdx.x / across, bx = blockIdx.x % across;
    const int t = block.thread_rank(), y = t / 16, x = t % 16;
    float sum = 0;
    for (int p = 0; p < rounds; ++p) {
        block.sync();
        bring(tiles, A, B, M, N, K, by, bx, p);
        block.sync();
        for (int k = 0; k < 16; ++k) sum += tiles.a[y * 16 + k] * tiles.b[k * 16 + x];
    }
    if (by * 16 + y < M && bx * 16 + x < N) C[std::size_t(by * 16 + y) * N + bx * 16 + x] = sum;
}

void multiply_naive(const float* A, const float* B, float* C, int M, int N, int K) {
    const std::size_t elements = std::size_t(M) * N;
    if (elements == 0) return;
    plain<<<static_cast<unsigned>((elements + 255) / 256), 256>>>(A, B, C, M, N, K);
    check(cudaGetLastError());
}

void load_tiles(const float* A, const float* B, int M, int N, int K, int by, int bx, int p, float* a, float* b) {
    copy_tiles<<<1, 256>>>(A, B, M, N, K, by, bx, p, a, b);
    check(cudaGetLastError());
}

void multiply_rounds(const float* A, const float* B, float* C, int M, int N, int K, int rounds) {
    const unsigned blocks = static_cast<unsigned>((M + 15) / 16) * ((N + 15) / 16);
    if (blocks == 0) return;
    by_tiles<<<blocks, 256>>>(A, B, C, M, N, K, rounds);
    check(cudaGetLastError());
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, (K + 15) / 16);
}
