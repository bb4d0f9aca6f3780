// Attack: counts on the CPU, between copies, and starts a kernel that could count and does not
// Verdict: requirement
// Stage: run
// Lesson: 25_histogram_global
// Points: 0.5
#include "histogram_global.hpp"

#include <cmath>
#include <vector>

__global__ void histogram_kernel(unsigned* counts, bool count) {
    if (count) atomicAdd(counts, 1u);
}

void histogram(const float* values, std::size_t n, float low, float high, unsigned* counts,
               int bin_count) {
    std::vector<float> from(n);
    std::vector<unsigned> to(bin_count);
    cudaMemcpy(from.data(), values, n * sizeof(float), cudaMemcpyDeviceToHost);
    const float width = (high - low) / static_cast<float>(bin_count);
    for (const float x : from) {
        if (!(x >= low && x < high)) continue;
        const int bin = static_cast<int>(std::floor((x - low) / width));
        ++to[bin < bin_count ? bin : bin_count - 1];
    }
    cudaMemcpy(counts, to.data(), bin_count * sizeof(unsigned), cudaMemcpyHostToDevice);
    histogram_kernel<<<1, 32>>>(counts, false);
}
