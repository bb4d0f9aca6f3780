// Accepted: a set of sectors; pointers that walk; the tile brought by a loop to its length; cooperative groups
#include "coalescing.hpp"

#include <cooperative_groups.h>

#include <set>

namespace cg = cooperative_groups;

int sectors_of_warp(std::size_t first, std::size_t step) {
    std::set<std::size_t> sectors;
    for (int lane = 0; lane < 32; lane++) sectors.insert(sizeof(float) * (first + lane * step) / 32);
    return int(sectors.size());
}

__global__ void scale_all(float* records, std::size_t n, std::size_t fields, float factor) {
    const auto grid = cg::this_grid();
    for (std::size_t i = grid.thread_rank(); i < n; i += grid.num_threads()) records[i * fields] = factor * records[i * fields];
}

__device__ void fill(const float* from, unsigned length, float* tile, const cg::thread_block& block) {
    for (unsigned k = block.thread_rank(); k < length; k += block.num_threads()) tile[k] = __ldg(from + k);
    block.sync();
}

__device__ unsigned floats_of(std::size_t n, std::size_t block) {
    const std::size_t left = n - block * points_per_block;
    return 3 * unsigned(left < points_per_block ? left : points_per_block);
}

__global__ void spread(const float* points, std::size_t n, float* x, float* y, float* z) {
    extern __shared__ float tile[];
    const auto block = cg::this_thread_block();
    const unsigned length = floats_of(n, blockIdx.x);
    fill(points + std::size_t{3} * points_per_block * blockIdx.x, length, tile, block);
    float* const to[] = {x, y, z};
    const std::size_t first = std::size_t{blockIdx.x} * points_per_block;
    for (int f = 0; f < 3; ++f)
        for (unsigned t = block.thread_rank(); 3 * t < length; t += block.num_threads()) to[f][first + t] = tile[3 * t + f];
}

__global__ void show(const float* points, std::size_t n, std::size_t which, float* shown) {
    extern __shared__ float tile[];
    const unsigned length = floats_of(n, which);
    fill(points + 3 * points_per_block * which, length, tile, cg::this_thread_block());
    for (unsigned k = threadIdx.x; k < length; k += blockDim.x) shown[k] = tile[k];
}

void scale_field(float* records, std::size_t n, int fields, int field, float factor) {
    if (n) scale_all<<<unsigned(n / 128 + 1), 128>>>(records + field, n, fields, factor);
}

constexpr std::size_t tile_bytes = sizeof(float) * 3 * points_per_block;

void to_arrays(const float* points, std::size_t n, float* x, float* y, float* z) {
    if (n) spread<<<unsigned((n - 1) / points_per_block + 1), 128, tile_bytes>>>(points, n, x, y, z);
}

void tile_of_block(const float* points, std::size_t n, std::size_t block, float* tile) {
    show<<<1, 128, tile_bytes>>>(points, n, block, tile);
}
