// Accepted: cooperative groups add in tiles; a plain loop; launches by cudaLaunchKernelEx
#include "row_col_sums.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <bit>

namespace cg = cooperative_groups;

__global__ void row_kernel(const float* matrix, std::size_t rows, std::size_t columns, float* sums) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    float own = 0.0f;
    if (row < rows)
        for (std::size_t c = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x; c < columns;
             c += std::size_t{gridDim.y} * blockDim.x)
            own += __ldg(matrix + row * columns + c);
    const unsigned group = blockDim.x < 32 ? blockDim.x : 32;
    for (unsigned d = 1; d < group; d *= 2) own += warp.shfl_xor(own, d);
    if (row < rows && threadIdx.x % group == 0) atomicAdd(sums + row, own);
}

__global__ void column_kernel(const float* matrix, std::size_t rows, std::size_t columns, float* sums) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float own = 0.0f;
    if (column < columns)
        for (std::size_t r = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; r < rows;
             r += std::size_t{gridDim.y} * blockDim.y)
            own += matrix[r * columns + column];
    if (blockDim.x == 1) {
        own = cg::reduce(warp, own, cg::plus<float>());
    } else {
        for (unsigned d = blockDim.x; d < 32; d *= 2) own += warp.shfl_xor(own, d);
    }
    if (column < columns && warp.thread_rank() < blockDim.x) atomicAdd(sums + column, own);
}

static void launch(void (*kernel)(const float*, std::size_t, std::size_t, float*), std::size_t blocks, int width,
                   int pieces, const float* matrix, std::size_t rows, std::size_t columns, float* sums) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(blocks), pieces);
    config.blockDim = dim3(width, threads_per_block / width);
    check(cudaLaunchKernelEx(&config, kernel, matrix, rows, columns, sums));
}

void row_sums_with(const float* matrix, std::size_t rows, std::size_t columns, int width, int pieces, float* sums) {
    check(cudaMemsetAsync(sums, 0, rows * sizeof(float)));
    const std::size_t height = threads_per_block / width;
    if (rows != 0 && columns != 0)
        launch(row_kernel, (rows + height - 1) / height, width, pieces, matrix, rows, columns, sums);
}

void column_sums_with(const float* matrix, std::size_t rows, std::size_t columns, int width, int pieces,
                      float* sums) {
    check(cudaMemsetAsync(sums, 0, columns * sizeof(float)));
    if (rows != 0 && columns != 0)
        launch(column_kernel, (columns + width - 1) / width, width, pieces, matrix, rows, columns, sums);
}

static int pieces_for(std::size_t blocks, std::size_t most) {
    return static_cast<int>(std::clamp<std::size_t>(1024 / std::max<std::size_t>(blocks, 1), 1,
                                                    std::clamp<std::size_t>(most, 1, 65'535)));
}

void row_sums(const float* matrix, std::size_t rows, std::size_t columns, float* sums) {
    const int width = rows < 1024 ? 256 : static_cast<int>(std::clamp<std::size_t>(std::bit_floor(columns), 1, 32));
    const std::size_t height = threads_per_block / width;
    row_sums_with(matrix, rows, columns, width, pieces_for((rows + height - 1) / height, columns / width / 8), sums);
}

void column_sums(const float* matrix, std::size_t rows, std::size_t columns, float* sums) {
    const int width = columns >= 1024 ? 256 : static_cast<int>(std::min<std::size_t>(std::bit_ceil(columns), 32));
    const std::size_t height = threads_per_block / width;
    column_sums_with(matrix, rows, columns, width, pieces_for((columns + width - 1) / width, rows / height / 8), sums);
}
