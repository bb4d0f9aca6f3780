// Accepted: cooperative groups; cudaLaunchKernelEx; the tile is turned round when it is filled
#include "shared_reverse.hpp"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turn(const int* from, int* to, std::size_t n, bool whole) {
    extern __shared__ int tile[];
    const auto block = cg::this_thread_block();
    const std::size_t start = std::size_t{blockIdx.x} * block.size();
    const std::size_t length = n - start < block.size() ? n - start : block.size();
    const unsigned t = block.thread_rank();
    if (t < length) tile[length - 1 - t] = from[start + t];
    block.sync();
    if (t < length) to[(whole ? n - start - length : start) + t] = tile[t];
}

static void launch(const int* from, int* to, std::size_t n, int block_size, bool whole) {
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>((n - 1) / block_size + 1));
    config.blockDim = dim3(block_size);
    config.dynamicSmemBytes = sizeof(int) * block_size;
    cudaLaunchKernelEx(&config, turn, from, to, n, whole);
}

void reverse_tiles(int* data, std::size_t n, int block_size) { launch(data, data, n, block_size, false); }

void reverse_array(const int* input, int* output, std::size_t n, int block_size) {
    launch(input, output, n, block_size, true);
}
