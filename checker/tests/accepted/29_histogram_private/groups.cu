// Accepted: cooperative groups; cuda::atomic_ref of a block's scope; one value at a time; cudaLaunchKernelEx
#include "histogram_private.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cuda/atomic>

#include <algorithm>

namespace cg = cooperative_groups;

__global__ void histogram_kernel(const float* values, std::size_t n, float low, float high, unsigned* counts,
                                 int bin_count) {
    extern __shared__ unsigned bins[];
    const cg::thread_block block = cg::this_thread_block();
    for (int bin = block.thread_rank(); bin < bin_count; bin += block.size()) bins[bin] = 0u;
    block.sync();
    const float width = (high - low) / static_cast<float>(bin_count);
    for (std::size_t i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size()) {
        const float x = values[i];
        if (!(x >= low) || !(x < high)) continue;
        const int bin = min(static_cast<int>((x - low) / width), bin_count - 1);
        cuda::atomic_ref<unsigned, cuda::thread_scope_block>(bins[bin]).fetch_add(1u, cuda::memory_order_relaxed);
    }
    block.sync();
    for (int bin = block.thread_rank(); bin < bin_count; bin += block.size())
        if (const unsigned count = bins[bin]) atomicAdd(counts + bin, count);
}

void histogram(const float* values, std::size_t n, float low, float high, unsigned* counts, int bin_count) {
    check(cudaMemsetAsync(counts, 0, bin_count * sizeof(unsigned)));
    if (n == 0) return;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(std::min<std::size_t>((n + 2047) / 2048, 2048)));
    config.blockDim = dim3(256);
    config.dynamicSmemBytes = bin_count * sizeof(unsigned);
    check(cudaLaunchKernelEx(&config, histogram_kernel, values, n, low, high, counts, bin_count));
}
