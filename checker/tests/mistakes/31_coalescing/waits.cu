// Mistake: waits for the device
// Verdict: requirement
// Message: scale_field() waited for the device
// Only: virtual
// Lesson 31: coalescing, predicted and measured. Your task is in README.md.
#include "coalescing.hpp"

#include "wire/cuda_check.hpp"

constexpr int fields_of_point = 3;
constexpr int tile_floats = fields_of_point * points_per_block;

int sectors_of_warp(std::size_t first, std::size_t step) {
    int sectors = 0;
    std::size_t last = 0;
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const std::size_t sector = (first + lane * step) / 8;
        if (lane == 0 || sector != last) ++sectors;
        last = sector;
    }
    return sectors;
}

// One thread per record.
__global__ void scale_kernel(float* records, std::size_t n, int fields, int field, float factor) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        records[i * fields + field] *= factor;
    }
}

// The block fills `tile` with the floats of its points, which begin with point `first`: tile[k] is
// the k-th of them. When a thread comes out of this function, all of the tile is there.
__device__ void bring_tile(const float* points, std::size_t n, std::size_t first, float* tile) {
    const std::size_t left = (n - first) * fields_of_point;
    const int length = static_cast<int>(left < tile_floats ? left : tile_floats); // of this tile
    for (int k = threadIdx.x; k < tile_floats; k += points_per_block) {
        if (k < length) {
            tile[k] = points[first * fields_of_point + k];
        }
    }
    __syncthreads();
}

__global__ void to_arrays_kernel(const float* points, std::size_t n, float* x, float* y, float* z) {
    __shared__ float tile[tile_floats];
    const std::size_t first = std::size_t{blockIdx.x} * points_per_block;
    bring_tile(points, n, first, tile);
    const std::size_t i = first + threadIdx.x;
    if (i < n) {
        x[i] = tile[fields_of_point * threadIdx.x];
        y[i] = tile[fields_of_point * threadIdx.x + 1];
        z[i] = tile[fields_of_point * threadIdx.x + 2];
    }
}

// Given: thread t shows point t of the tile.
__global__ void tile_kernel(const float* points, std::size_t n, std::size_t first, float* shown) {
    __shared__ float tile[tile_floats];
    bring_tile(points, n, first, tile);
    if (first + threadIdx.x < n) {
        for (int f = 0; f < fields_of_point; ++f) {
            const int k = fields_of_point * static_cast<int>(threadIdx.x) + f;
            shown[k] = tile[k];
        }
    }
}

void scale_field(float* records, std::size_t n, int fields, int field, float factor) {
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>((n + points_per_block - 1) / points_per_block);
    scale_kernel<<<blocks, points_per_block>>>(records, n, fields, field, factor);
    check(cudaDeviceSynchronize());
}

void to_arrays(const float* points, std::size_t n, float* x, float* y, float* z) {
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>((n + points_per_block - 1) / points_per_block);
    to_arrays_kernel<<<blocks, points_per_block>>>(points, n, x, y, z);
    check(cudaGetLastError());
}

void tile_of_block(const float* points, std::size_t n, std::size_t block, float* tile) {
    tile_kernel<<<1, points_per_block>>>(points, n, block * points_per_block, tile);
    check(cudaGetLastError());
}
