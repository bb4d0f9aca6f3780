// Lesson 57, further: a thread asks for four keys before it counts the first. A compiler does not
// do that by itself, since an addition in memory might change the keys. Where bins are few,
// additions take all of the time in either way; where most of them go to other blocks, it takes
// three quarters.
#include "cluster_dsmem.hpp"

#define histogram_on histogram_by_keys_on
#define histogram histogram_by_keys
#include "cluster_dsmem.cu"
#undef histogram_on
#undef histogram

#include <cstddef>

constexpr int keys_on_their_way = 4;

// As count_together.
__device__ void count_by_fours(const unsigned* keys, std::size_t n, unsigned* own, int bins) {
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
    std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x;
    for (; i + (keys_on_their_way - 1) * step < end; i += keys_on_their_way * step) {
        unsigned key[keys_on_their_way];
#pragma unroll
        for (int j = 0; j < keys_on_their_way; ++j) key[j] = keys[i + j * step];
#pragma unroll
        for (const unsigned bin : key) atomicAdd(place_of(own, bin, of_block), 1u);
    }
    for (; i < end; i += step) atomicAdd(place_of(own, keys[i], of_block), 1u);
    cluster.sync();
}

__global__ void histogram_by_fours_kernel(const unsigned* keys, std::size_t n, unsigned* counts,
                                          int bins) {
    extern __shared__ unsigned own[];
    count_by_fours(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block && first + i < bins; i += threads_per_block) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
}

void histogram_on(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
                  unsigned* counts) {
    check(cudaMemsetAsync(counts, 0, bins * sizeof *counts));
    launch_in_clusters(histogram_by_fours_kernel, at_least, of_cluster,
                       bytes_of_bins(bins, of_cluster), keys, n, counts, bins);
}

void histogram(const unsigned* keys, std::size_t n, int bins, unsigned* counts) {
    int of_cluster = 1;
    while (bins_of_block(bins, of_cluster) > most_bins_of_block) of_cluster *= 2;
    const std::size_t wanted = (n + threads_per_block - 1) / threads_per_block;
    const auto blocks = static_cast<int>(std::min<std::size_t>(wanted, 528));
    histogram_on(blocks, of_cluster, keys, n, bins, counts);
}
