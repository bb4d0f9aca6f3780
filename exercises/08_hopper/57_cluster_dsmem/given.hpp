// Lesson 57, given: the sum of a block's values, how bins are shared out, and what the checks need.
#pragma once

#include "cluster_dsmem.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

// What all kernels of this lesson look like.
using Kernel = void(const unsigned* x, std::size_t n, unsigned* out, int count);

// The sum of the values of this block, x[blockIdx.x * count] and those behind it, for all of its
// threads. All threads call it.
inline __device__ unsigned sum_of_block(const unsigned* x, std::size_t n, int count) {
    __shared__ unsigned sums[threads_per_block / 32];
    const std::size_t first = std::size_t{blockIdx.x} * count;
    const std::size_t end = first + count < n ? first + count : n;
    unsigned own = 0;
    for (std::size_t i = first + threadIdx.x; i < end; i += threads_per_block) own += x[i];
    for (int offset = 16; offset > 0; offset /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, offset);
    }
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = own;
    __syncthreads();
    own = 0;
    for (const unsigned sum : sums) own += sum;
    return own;
}

// How many bins each block of a cluster has; the last ones may have fewer, or none.
inline __host__ __device__ int bins_of_block(int bins, int of_cluster) {
    return (bins + of_cluster - 1) / of_cluster;
}
inline __device__ int bins_of_block(int bins) {
    return bins_of_block(bins, static_cast<int>(cooperative_groups::this_cluster().num_blocks()));
}

// Tries launch_in_clusters: each block says how many blocks its cluster has, and its rank.
template <int = 0> // so that it is compiled where it is used
__global__ void ranks_kernel(const unsigned*, std::size_t, unsigned* out, int) {
    const auto cluster = cooperative_groups::this_cluster();
    if (threadIdx.x > 0) return;
    out[2 * blockIdx.x] = cluster.num_blocks();
    out[2 * blockIdx.x + 1] = cluster.block_rank();
}

// Each block writes its own counters to `out`.
inline __device__ void show(const unsigned* own, unsigned* out, int of_block) {
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) {
        out[std::size_t{blockIdx.x} * of_block + i] = own[i];
    }
}
