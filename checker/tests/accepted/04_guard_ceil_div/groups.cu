// Accepted: cooperative groups, cudaLaunchKernelEx, std::lldiv
#include "guard_ceil_div.hpp"

#include <cooperative_groups.h>
#include <cstdlib>

unsigned blocks_for(std::size_t n, unsigned threads_per_block) {
    const auto parts = std::lldiv(static_cast<long long>(n), threads_per_block);
    return static_cast<unsigned>(parts.quot + (parts.rem > 0));
}

__global__ void by_rank(const std::int64_t* input, double* output, std::size_t n) {
    const auto rank = cooperative_groups::this_grid().thread_rank();
    if (rank < n) output[rank] = static_cast<double>(input[rank]);
}

void convert(const std::int64_t* input, double* output, std::size_t n, unsigned threads_per_block) {
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks_for(n, threads_per_block));
    config.blockDim = dim3(threads_per_block);
    cudaLaunchKernelEx(&config, by_rank, input, output, n);
}
