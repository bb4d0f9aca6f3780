// Lesson 29: private histograms in shared memory. README.md explains; fill in the four regions
// marked TODO.
#include "histogram_private.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <cmath>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 2048; // the loop over the values covers what lies beyond
constexpr int values_at_a_time = 8;

// The bin of x by the rules of lesson 25, or -1 if it has none.
__device__ int bin_of(float x, float low, float high, int bin_count) {
    if (!(x >= low && x < high)) {
        return -1;
    }
    const float width = (high - low) / static_cast<float>(bin_count);
    return min(static_cast<int>((x - low) / width), bin_count - 1);
}

__global__ void histogram_kernel(const float* values, std::size_t n, float low, float high,
                                 unsigned* counts, int bin_count) {
    extern __shared__ unsigned bins[]; // this block's own, bin_count of them
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;

    // Solution 1: there may be more bins than threads, so each thread clears every 256th. The
    // barrier: no thread counts in a bin that another one has still to clear.
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();
    // end of Solution 1

    // A grid-stride loop that asks for eight values before it uses the first: memory is far away,
    // and eight questions take no longer than one.
    for (std::size_t i = first; i < n; i += values_at_a_time * stride) {
        float x[values_at_a_time];
        for (int k = 0; k < values_at_a_time; ++k) {
            const std::size_t place = i + k * stride;
            x[k] = place < n ? values[place] : NAN; // NaN has no bin
        }
        for (int k = 0; k < values_at_a_time; ++k) {
            const int bin = bin_of(x[k], low, high, bin_count);
            if (bin >= 0) {
                // Solution 2: still atomic, for the threads of this block meet here; but those
                // of other blocks do not.
                atomicAdd(&bins[bin], 1u);
                // end of Solution 2
            }
        }
    }

    // Solution 3: the barrier: a bin is complete only when every thread has counted. Then the same
    // walk over the bins as at the start; other blocks add to the same counts, hence atomically. An
    // empty bin need not be added.
    __syncthreads();
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        if (bins[bin] != 0) {
            atomicAdd(&counts[bin], bins[bin]);
        }
    }
    // end of Solution 3
}

void histogram(const float* values, std::size_t n, float low, float high, unsigned* counts,
               int bin_count) {
    check(cudaMemsetAsync(counts, 0, bin_count * sizeof(unsigned)));
    if (n == 0) {
        return;
    }
    constexpr std::size_t values_per_block = threads_per_block * values_at_a_time;
    const std::size_t blocks_needed = (n + values_per_block - 1) / values_per_block;
    const auto blocks = static_cast<unsigned>(std::min(blocks_needed, most_blocks));
    // Solution 4: the third launch parameter counts bytes.
    const std::size_t shared_bytes = bin_count * sizeof(unsigned);
    // end of Solution 4
    histogram_kernel<<<blocks, threads_per_block, shared_bytes>>>(values, n, low, high, counts,
                                                                  bin_count);
    check(cudaGetLastError());
}
