// Accepted: a thread for each value, no loop; cudaLaunchKernelEx; cuda::std
#include "histogram_global.hpp"

#include <cuda/std/cmath>

__global__ void count_one(const float* values, std::size_t n, float low, float high, unsigned int* counts,
                          int bin_count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = values[i];
    if (cuda::std::isnan(x) || x < low || x >= high) return;
    const float width = (high - low) / static_cast<float>(bin_count);
    const auto place = static_cast<int>(cuda::std::floor((x - low) / width));
    atomicAdd(counts + min(max(place, 0), bin_count - 1), 1u);
}

void histogram(const float* values, std::size_t n, float low, float high, unsigned int* counts, int bin_count) {
    cudaMemset(counts, 0, bin_count * sizeof(unsigned int));
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>((n + 63) / 64));
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, count_one, values, n, low, high, counts, bin_count);
}
