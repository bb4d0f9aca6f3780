// Accepted: cooperative groups, one sample per thread, cuda::std::abs, cudaLaunchKernelEx
#include "zero_suppress.hpp"

#include <cooperative_groups.h>
#include <cuda/std/cmath>

__global__ void suppress_by_rank(const std::int16_t* input, std::int16_t* output, std::size_t n,
                                 int threshold) {
    const auto rank = cooperative_groups::this_grid().thread_rank();
    if (rank >= n) return;
    const int value = input[rank];
    output[rank] = static_cast<std::int16_t>(cuda::std::abs(value) < threshold ? 0 : value);
}

void zero_suppress(const std::int16_t* input, std::int16_t* output, std::size_t n,
                   std::int16_t threshold) {
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>((n + 511) / 512));
    config.blockDim = dim3(512);
    cudaLaunchKernelEx(&config, suppress_by_rank, input, output, n, int{threshold});
}
