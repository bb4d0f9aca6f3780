// Lesson 25: a histogram in global memory. Your task is in README.md.
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
        // Solution 1: both ends are compared before x becomes an integer. A conversion rounds
        // towards zero, so it would pull values just below `low` into bin 0; NaN fails both
        // comparisons and is left out without a special case.
        const bool in_range = x >= low && x < high;
        // end of Solution 1

        if (in_range) {
            // Solution 2: x - low is not negative here, so the conversion is floor. The division can
            // round up to bin_count for an x right below `high`; such an x belongs to the last bin.
            int bin = static_cast<int>((x - low) / width);
            if (bin >= bin_count) bin = bin_count - 1;
            // end of Solution 2

            // Solution 3: many threads meet in one bin; only an atomic addition loses none of them.
            atomicAdd(&counts[bin], 1u);
            // end of Solution 3
        }
    }
}

} // namespace

void histogram(const float* values, std::size_t n, float low, float high, unsigned int* counts,
               int bin_count) {
    // Solution 4: the counts start at zero, whatever the memory held before.
    cudaMemset(counts, 0, static_cast<std::size_t>(bin_count) * sizeof(unsigned int));
    // end of Solution 4

    if (n == 0) return;
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    const int blocks = static_cast<int>(blocks_needed < most_blocks ? blocks_needed : most_blocks);
    count_values<<<blocks, threads_per_block>>>(values, n, low, high, counts, bin_count);
}
