// Accepted: cooperative groups: the grid counts its threads, the block waits, the last warp exchanges by shuffles
#include "reduce_tree.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

#include <algorithm>

namespace cg = cooperative_groups;

__global__ void sum_kernel(const float* values, std::size_t n, float* sums) {
    extern __shared__ float tree[];
    const cg::thread_block block = cg::this_thread_block();
    const std::size_t threads = std::size_t{gridDim.x} * block.size();
    float own = 0.0f;
    for (std::size_t i = std::size_t{blockIdx.x} * block.size() + block.thread_rank(); i < n; i += threads) {
        own += values[i];
    }
    tree[block.thread_rank()] = own;
    unsigned left = block.size();
    while (left > 32) {
        const unsigned half = (left + 1) / 2;
        block.sync();
        if (block.thread_rank() + half < left) tree[block.thread_rank()] += tree[block.thread_rank() + half];
        left = half;
    }
    block.sync();
    const auto warp = cg::tiled_partition<32>(block);
    if (warp.meta_group_rank() == 0) {
        float x = warp.thread_rank() < left ? tree[warp.thread_rank()] : 0.0f;
        const auto lanes = cg::coalesced_threads(); // a block may have fewer than 32
        for (unsigned half = 16; half > 0; half /= 2) {
            const float other = lanes.shfl_down(x, half);
            if (lanes.thread_rank() + half < lanes.size()) x += other;
        }
        if (warp.thread_rank() == 0) sums[blockIdx.x] = x;
    }
}

void sum_of_blocks(const float* values, std::size_t n, int blocks, int block_size, float* sums) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(block_size);
    config.dynamicSmemBytes = block_size * sizeof(float);
    check(cudaLaunchKernelEx(&config, sum_kernel, values, n, sums));
}

void sum(const float* values, std::size_t n, float* partials, float* result) {
    const auto blocks = static_cast<int>(
        std::clamp<std::size_t>((n + threads_per_block - 1) / threads_per_block, 1, most_partials));
    sum_of_blocks(values, n, blocks, threads_per_block, partials);
    sum_of_blocks(partials, blocks, 1, threads_per_block, result);
}
