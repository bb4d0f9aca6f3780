// Accepted: cooperative groups; blocks of 1024 threads at most for any row, whose h lie in shared memory; 1 / sqrtf
#include "rmsnorm_residual.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct alignas(16) Piece {
    bf16 values[8];
};

__device__ float both(const cg::thread_block& block, float own) {
    __shared__ float of_warps[32];
    const auto warp = cg::tiled_partition<32>(block);
    own = cg::reduce(warp, own, cg::plus<float>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = own;
    block.sync();
    float sum = 0;
    for (unsigned w = 0; w < warp.meta_group_size(); ++w) sum += of_warps[w];
    return sum;
}

__global__ void add_pieces(const Piece* x, const Piece* r, Piece* h, std::size_t pieces) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < pieces;
         i += std::size_t{gridDim.x} * blockDim.x) {
        const Piece a = x[i], b = r[i];
        Piece sum;
        for (int k = 0; k < 8; ++k) sum.values[k] = __float2bfloat16(float(a.values[k]) + float(b.values[k]));
        h[i] = sum;
    }
}

__global__ void sums_kernel(const float* values, float* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    sums[i] = both(cg::this_thread_block(), values[i]);
}

__global__ void rows_kernel(const bf16* x, const bf16* r, const bf16* w, bf16* h, bf16* y, int columns, float eps,
                            float* scales) {
    extern __shared__ float row[];
    const auto block = cg::this_thread_block();
    const std::size_t begin = std::size_t{blockIdx.x} * columns;
    const bool whole = columns % 8 == 0;
    const int step = whole ? 8 : 1;
    float squares = 0;
    for (int i = threadIdx.x * step; i < columns; i += blockDim.x * step) {
        if (whole) {
            const Piece a = *reinterpret_cast<const Piece*>(x + begin + i), b = *reinterpret_cast<const Piece*>(r + begin + i);
            for (int k = 0; k < 8; ++k) row[i + k] = float(a.values[k]) + float(b.values[k]);
        } else {
            row[i] = float(x[begin + i]) + float(r[begin + i]);
        }
        for (int k = 0; k < step; ++k) squares = fmaf(row[i + k], row[i + k], squares);
    }
    const float scale = 1.0f / sqrtf(both(block, squares) / static_cast<float>(columns) + eps);
    if (scales && threadIdx.x == 0) scales[blockIdx.x] = scale;
    if (!y) return;
    for (int i = threadIdx.x * step; i < columns; i += blockDim.x * step) {
        if (whole) {
            const Piece weights = *reinterpret_cast<const Piece*>(w + i);
            Piece sums, out;
            for (int k = 0; k < 8; ++k) {
                sums.values[k] = __float2bfloat16(row[i + k]);
                out.values[k] = __float2bfloat16(row[i + k] * (scale * float(weights.values[k])));
            }
            *reinterpret_cast<Piece*>(h + begin + i) = sums;
            *reinterpret_cast<Piece*>(y + begin + i) = out;
        } else {
            h[begin + i] = __float2bfloat16(row[i]);
            y[begin + i] = __float2bfloat16(row[i] * (scale * float(w[i])));
        }
    }
}

static void rows_by(const bf16* x, const bf16* r, const bf16* w, bf16* h, bf16* y, std::size_t rows, int columns,
                    float eps, float* scales) {
    if (rows == 0) return;
    const int bytes = columns * static_cast<int>(sizeof(float));
    check(cudaFuncSetAttribute(rows_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const int threads = columns <= 256 ? 32 : columns <= 2048 ? 128 : 512;
    rows_kernel<<<static_cast<unsigned>(rows), threads, bytes>>>(x, r, w, h, y, columns, eps, scales);
    check(cudaGetLastError());
}

void add(const bf16* x, const bf16* r, bf16* h, std::size_t n) {
    if (n == 0) return;
    add_pieces<<<static_cast<unsigned>(std::min<std::size_t>((n / 8 + 127) / 128, 2000)), 128>>>(
        reinterpret_cast<const Piece*>(x), reinterpret_cast<const Piece*>(r), reinterpret_cast<Piece*>(h), n / 8);
    check(cudaGetLastError());
}

void block_sums(const float* values, int threads, int blocks, float* sums) {
    if (blocks == 0) return;
    sums_kernel<<<blocks, threads>>>(values, sums);
    check(cudaGetLastError());
}

void inverse_rms(const bf16* x, const bf16* r, std::size_t rows, int columns, float eps, float* scales) {
    rows_by(x, r, nullptr, nullptr, nullptr, rows, columns, eps, scales);
}

void rmsnorm_residual(const bf16* x, const bf16* r, const bf16* w, bf16* h, bf16* y, std::size_t rows, int columns,
                      float eps) {
    rows_by(x, r, w, h, y, rows, columns, eps, nullptr);
}
