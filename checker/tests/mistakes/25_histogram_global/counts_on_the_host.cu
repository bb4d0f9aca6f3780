// Mistake: brings everything to the host, counts there and copies the counts up
// Verdict: requirement
// Message: kernel
#include "histogram_global.hpp"

#include <cuda_runtime.h>

#include <vector>

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

            atomicAdd(&counts[bin], 1u);
        }
    }
}

} // namespace

void histogram(const float* values, std::size_t n, float low, float high, unsigned int* counts,
               int bin_count) {
    cudaMemset(counts, 0, static_cast<std::size_t>(bin_count) * sizeof(unsigned int));

    if (n == 0) return;
    std::vector<float> host(n);
    std::vector<unsigned int> host_counts(bin_count, 0);
    cudaMemcpy(host.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost);
    const double width = (static_cast<double>(high) - low) / bin_count;
    for (const float x : host) {
        if (!(x >= low && x < high)) continue;
        const int bin = static_cast<int>((x - low) / width);
        ++host_counts[bin < bin_count ? bin : bin_count - 1];
    }
    cudaMemcpy(counts, host_counts.data(), bin_count * sizeof(unsigned int), cudaMemcpyHostToDevice);
}
