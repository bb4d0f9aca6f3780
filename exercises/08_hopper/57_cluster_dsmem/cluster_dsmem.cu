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
    // TODO 1: the attribute, the configuration, the launch.

    // end of TODO 1
}

// ---- Step 2: one value of each block ----

__global__ void offsets_kernel(const unsigned* x, std::size_t n, unsigned* out, int count) {
    // TODO 2: the block's sum into shared memory; then the sums of the blocks before it.

    // end of TODO 2
}

// ---- Step 3: bins that are spread over the blocks of a cluster ----

// Where this bin is counted. `own` is the first counter of the calling block.
__device__ unsigned* place_of(unsigned* own, unsigned bin, unsigned of_block) {
    // TODO 3: the block that has the bin, and the place there.
    return own;
    // end of TODO 3
}

// ---- Step 4: the blocks of a cluster count together ----

__device__ void count_together(const unsigned* keys, std::size_t n, unsigned* own, int bins) {
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    // TODO 4: clear the block's own counters, count the keys, wherever their bins are.

    // end of TODO 4
}

// ---- Step 5: all clusters together ----

__global__ void histogram_kernel(const unsigned* keys, std::size_t n, unsigned* counts, int bins) {
    extern __shared__ unsigned own[];
    // TODO 5: count, then add the block's own counters to `counts`.

    // end of TODO 5
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
