// Accepted: a tile and its halo in shared memory, by cooperative groups; cudaLaunchKernelEx; blocks of 32 x 16
#include "jacobi_pingpong.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

#include <cstddef>
#include <utility>

namespace {

constexpr int tile_width = 32, tile_height = 16;

__global__ void step_kernel(const float* from, float* to, int width, int height, float rate) {
    __shared__ float tile[tile_height + 2][tile_width + 2];
    const auto block = cooperative_groups::this_thread_block();
    const int left = blockIdx.x * tile_width - 1, top = blockIdx.y * tile_height - 1;
    for (int k = block.thread_rank(); k < (tile_height + 2) * (tile_width + 2); k += block.size()) {
        const int x = left + k % (tile_width + 2), y = top + k / (tile_width + 2);
        const bool inside = x >= 0 && x < width && y >= 0 && y < height;
        tile[k / (tile_width + 2)][k % (tile_width + 2)] = inside ? from[std::size_t(y) * width + x] : 0.0f;
    }
    block.sync();
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = left + tx, y = top + ty;
    if (x >= width || y >= height) return;
    float value = tile[ty][tx];
    if (x != 0 && y != 0 && x != width - 1 && y != height - 1)
        value += rate * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4.0f * value);
    to[std::size_t(y) * width + x] = value;
}

} // namespace

void spread_heat(float* plate, float* other, int width, int height, int steps, float rate) {
    if (width == 0 || height == 0) return;
    cudaLaunchConfig_t config = {};
    config.blockDim = dim3(tile_width, tile_height);
    config.gridDim = dim3((width + tile_width - 1) / tile_width, (height + tile_height - 1) / tile_height);
    float *from = plate, *to = other;
    for (int step = 0; step < steps; ++step, std::swap(from, to))
        check(cudaLaunchKernelEx(&config, step_kernel, static_cast<const float*>(from), to, width, height, rate));
    if (steps % 2 != 0)
        check(cudaMemcpyAsync(plate, other, sizeof(float) * width * height, cudaMemcpyDefault));
}
