// Mistake: counts with += : threads that read the same count overwrite each other
// Verdict: fault
// Message: Race reported
// Only: virtual
#include "histogram_global.hpp"

#include <cuda_runtime.h>

namespace {

constexpr int threads_per_block = 256;
constexpr int most_blocks = 1024; // the grid-stride loop covers what lies beyond

__global__ void count_values(const float* values, std::size_t n, float low, float high,
                             unsigned int* counts, int bin_count) {
    const float width = (high - low) / static_cast<float>(bin_count);
    const std::size_t first = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
    const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;

    for (std::size_t i = first; i < n; i += stride) {
        const float x = values[i];
        const bool in_range = x >= low && x < high;

        if (in_range) {
            int bin = static_cast<int>((x - low) / width);
            if (bin >= bin_count) bin = bin_count - 1;

            counts[bin] += 1u;
        }
    }
}

} // namespace

void histogram(const float* values, std::size_t n, float low, float high, unsigned int* counts,
               int bin_count) {
    cudaMemset(counts, 0, static_cast<std::size_t>(bin_count) * sizeof(unsigned int));

    if (n == 0) return;
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(blocks_needed < most_blocks ? blocks_needed : most_blocks);
    count_values<<<blocks, threads_per_block>>>(values, n, low, high, counts, bin_count);
}
