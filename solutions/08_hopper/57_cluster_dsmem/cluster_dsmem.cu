// Lesson 57: clusters of blocks. README.md explains; fill in the five regions marked TODO.
#include "cluster_dsmem.hpp"

#include "given.hpp"

#include <algorithm>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// ---- Step 1: a launch in clusters ----

// As few whole clusters of of_cluster blocks as hold at_least blocks.
void launch_in_clusters(Kernel* kernel, int at_least, int of_cluster, std::size_t shared_bytes,
                        const unsigned* x, std::size_t n, unsigned* out, int count) {
    // Solution 1: <<<...>>> has no place for the size of a cluster, so the launch is described in a
    // structure. A grid of anything but whole clusters is refused; so the number is rounded up.
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = of_cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = (at_least + of_cluster - 1) / of_cluster * of_cluster;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
}

// ---- Step 2: one value of each block ----

__global__ void offsets_kernel(const unsigned* x, std::size_t n, unsigned* out, int count) {
    // Solution 2: the first barrier: all sums are there. The second: nothing reads the memory of a
    // block that has ended. All threads of all blocks come to both.
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = 0; rank < cluster.block_rank(); ++rank) {
            before += *cluster.map_shared_rank(&own, rank);
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
}

// ---- Step 3: bins that are spread over the blocks of a cluster ----

// Where this bin is counted. `own` is the first counter of the calling block.
__device__ unsigned* place_of(unsigned* own, unsigned bin, unsigned of_block) {
    // Solution 3: of_block bins for each block: so many whole blocks lie before the bin, and that
    // is left.
    return cg::this_cluster().map_shared_rank(own + bin % of_block, bin / of_block);
    // end of Solution 3
}

// ---- Step 4: the blocks of a cluster count together ----

__device__ void count_together(const unsigned* keys, std::size_t n, unsigned* own, int bins) {
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    // Solution 4: lesson 29's phases, but other blocks count here, too. So both barriers are the
    // cluster's.
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    const std::size_t first = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
    for (std::size_t i = first; i < n; i += step) {
        atomicAdd(place_of(own, keys[i], of_block), 1u);
    }
    cluster.sync();
    // end of Solution 4
}

// ---- Step 5: all clusters together ----

__global__ void histogram_kernel(const unsigned* keys, std::size_t n, unsigned* counts, int bins) {
    extern __shared__ unsigned own[];
    // Solution 5: each block adds its own bins: what it reads is its own memory, so no barrier has
    // to follow. The last block may have fewer bins.
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block && first + i < bins; i += threads_per_block) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
    // end of Solution 5
}

// ---- Given: how the checks call all that ----

void meet(int at_least, int of_cluster, int shared_bytes, unsigned* out) {
    launch_in_clusters(ranks_kernel, at_least, of_cluster, shared_bytes, nullptr, 0, out, 0);
}

void offsets(const unsigned* x, std::size_t n, int count, int of_cluster, unsigned* out) {
    const auto blocks = static_cast<int>((n + count - 1) / count);
    launch_in_clusters(offsets_kernel, blocks, of_cluster, 0, x, n, out, count);
}

// The first block writes k + 1 to the place of bin k; of two bins in one place the second stays.
__global__ void places_kernel(const unsigned*, std::size_t, unsigned* out, int bins) {
    extern __shared__ unsigned own[];
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        for (int k = threadIdx.x; k < bins; k += threads_per_block) {
            atomicMax(place_of(own, k, of_block), k + 1);
        }
    }
    cluster.sync();
    show(own, out, of_block);
}

__global__ void counted_kernel(const unsigned* keys, std::size_t n, unsigned* out, int bins) {
    extern __shared__ unsigned own[];
    count_together(keys, n, own, bins);
    show(own, out, bins_of_block(bins));
}

std::size_t bytes_of_bins(int bins, int of_cluster) {
    return bins_of_block(bins, of_cluster) * sizeof(unsigned);
}

void mark_places(int bins, int of_cluster, unsigned* out) {
    launch_in_clusters(places_kernel, of_cluster, of_cluster, bytes_of_bins(bins, of_cluster),
                       nullptr, 0, out, bins);
}

void counted(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
             unsigned* out) {
    launch_in_clusters(counted_kernel, at_least, of_cluster, bytes_of_bins(bins, of_cluster), keys,
                       n, out, bins);
}

void histogram_on(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
                  unsigned* counts) {
    check(cudaMemsetAsync(counts, 0, bins * sizeof *counts));
    launch_in_clusters(histogram_kernel, at_least, of_cluster, bytes_of_bins(bins, of_cluster),
                       keys, n, counts, bins);
}

// The smallest clusters with room for all bins; 4 blocks for each multiprocessor of an H100.
void histogram(const unsigned* keys, std::size_t n, int bins, unsigned* counts) {
    int of_cluster = 1;
    while (bins_of_block(bins, of_cluster) > most_bins_of_block) of_cluster *= 2;
    const std::size_t wanted = (n + threads_per_block - 1) / threads_per_block;
    const auto blocks = static_cast<int>(std::min<std::size_t>(wanted, 528));
    histogram_on(blocks, of_cluster, keys, n, bins, counts);
}
