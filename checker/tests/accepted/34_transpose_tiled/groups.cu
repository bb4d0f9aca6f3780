// Accepted: cooperative groups; a grid in one dimension that counts tiles; blocks of 256 threads in a row
#include "transpose_tiled.hpp"

#include <cooperative_groups.h>

#include <cstddef>

namespace cg = cooperative_groups;

__global__ void turn(const float* __restrict__ input, float* __restrict__ output, int rows, int columns) {
    __shared__ float tile[32 * 33];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const int lane = warp.thread_rank(), tiles_in_a_row = (columns + 31) / 32;
    const int left = blockIdx.x % tiles_in_a_row * 32, top = blockIdx.x / tiles_in_a_row * 32;
    for (int k = warp.meta_group_rank(); k < 32; k += warp.meta_group_size())
        if (top + k < rows && left + lane < columns)
            tile[k * 33 + lane] = input[std::size_t(top + k) * columns + left + lane];
    block.sync();
    for (int k = warp.meta_group_rank(); k < 32; k += warp.meta_group_size())
        if (left + k < columns && top + lane < rows)
            output[std::size_t(left + k) * rows + top + lane] = tile[lane * 33 + k];
}

void transpose(const float* input, float* output, int rows, int columns) {
    const unsigned tiles = static_cast<unsigned>((columns + 31) / 32) * ((rows + 31) / 32);
    turn<<<tiles, 256>>>(input, output, rows, columns);
}
