// Lesson 31: coalescing, predicted and measured. Your task is in README.md.
#include "coalescing.hpp"

#include "wire/cuda_check.hpp"

constexpr int fields_of_point = 3;
constexpr int tile_floats = fields_of_point * points_per_block;

int sectors_of_warp(std::size_t first, std::size_t step) {
    int sectors = 0;
    // TODO 1: count the sectors of the 32 floats. (How many floats are in a sector?)

    // end of TODO 1
    return sectors;
}

// One thread per record.
__global__ void scale_kernel(float* records, std::size_t n, int fields, int field, float factor) {
    // TODO 2: this thread's record: multiply its field.

    // end of TODO 2
}

// The block fills `tile` with the floats of its points, which begin with point `first`: tile[k] is
// the k-th of them. When a thread comes out of this function, all of the tile is there.
__device__ void bring_tile(const float* points, std::size_t n, std::size_t first, float* tile) {
    const std::size_t left = (n - first) * fields_of_point;
    const int length = static_cast<int>(left < tile_floats ? left : tile_floats); // of this tile
    // TODO 3: fill tile[0] to tile[length - 1], neighbouring threads reading neighbouring floats;
    // then wait. (Replace the lines below: they bring only the x of each thread's own point.)
    const int k = fields_of_point * static_cast<int>(threadIdx.x);
    if (k < length) {
        tile[k] = points[first * fields_of_point + k];
    }
    // end of TODO 3
}

__global__ void to_arrays_kernel(const float* points, std::size_t n, float* x, float* y, float* z) {
    __shared__ float tile[tile_floats];
    const std::size_t first = std::size_t{blockIdx.x} * points_per_block;
    bring_tile(points, n, first, tile);
    // TODO 4: write the points from the tile into x, y and z; neighbouring threads, neighbouring
    // elements.

    // end of TODO 4
}

// Given: thread t shows point t of the tile; a float that was not brought is 0.
__global__ void tile_kernel(const float* points, std::size_t n, std::size_t first, float* shown) {
    __shared__ float tile[tile_floats];
    const int own = fields_of_point * static_cast<int>(threadIdx.x);
    for (int f = 0; f < fields_of_point; ++f) tile[own + f] = 0;
    __syncthreads();
    bring_tile(points, n, first, tile);
    if (first + threadIdx.x < n) {
        for (int f = 0; f < fields_of_point; ++f) shown[own + f] = tile[own + f];
    }
}

void scale_field(float* records, std::size_t n, int fields, int field, float factor) {
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>((n + points_per_block - 1) / points_per_block);
    scale_kernel<<<blocks, points_per_block>>>(records, n, fields, field, factor);
    check(cudaGetLastError());
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
