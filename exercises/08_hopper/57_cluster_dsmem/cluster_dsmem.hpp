// Lesson 57, what the checker calls. Given: read it, do not edit it.
//
// What you write, in cluster_dsmem.cu, are a function of the host, two functions of the device and
// two kernels:
//
//     void launch_in_clusters(Kernel* kernel, int at_least, int of_cluster,
//                             std::size_t shared_bytes, const unsigned* x, std::size_t n,
//                             unsigned* out, int count)
//
//     __global__ void offsets_kernel(const unsigned* x, std::size_t n, unsigned* out, int count)
//
//     __device__ unsigned* place_of(unsigned* own, unsigned bin, unsigned of_block)
//
//     __device__ void count_together(const unsigned* keys, std::size_t n, unsigned* own, int bins)
//
//     __global__ void histogram_kernel(const unsigned* keys, std::size_t n, unsigned* counts,
//                                      int bins)
//
// launch_in_clusters launches the kernel with the arguments x, n, out and count, in clusters of
// of_cluster blocks (1 to 8) along x: as few whole clusters as hold at_least blocks. Each block
// has threads_per_block threads and shared_bytes of dynamic shared memory.
//
// offsets_kernel: block b has the values x[b * count] to x[b * count + count - 1], as far as there
// are n of them. It writes to out[b] the sum of all values of those blocks of its cluster whose
// rank is less than its own: for rank 0 that is 0. Each value is read once, and a block's sum goes
// to the others through shared memory. All sums are less than 2^32.
//
// For a histogram, each block of a cluster has bins_of_block(bins) of the bins in its dynamic
// shared memory: those of rank 0 the first ones, those of rank 1 the next ones, and so on.
// place_of says where a bin is counted. `own` is the first counter of the calling block; those of
// the other blocks begin at the same place of theirs. of_block is bins_of_block(bins).
//
// count_together: all threads of a cluster call it. When it returns, the counters say how often
// each bin occurs among the keys that the cluster's threads have read, and no other block touches
// them any more. The threads of the grid share the keys: each is read once.
//
// histogram_kernel adds to counts[k] how many of the n keys are k. A cluster adds a bin to
// `counts` once at most.
//
// given.hpp has the rest. Your functions are called as follows. All pointers are device pointers;
// n is 1 to 2'000'000'000, keys are less than `bins`, and bins are 1 to 8 * most_bins_of_block. A
// grid has whole clusters: at_least blocks, rounded up. No function waits for the device. An error
// that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int threads_per_block = 256;    // of all launches
constexpr int most_bins_of_block = 12288; // 48 KiB of counters

// launch_in_clusters with a given kernel. Block b writes to out[2 * b] how many blocks its cluster
// has, and to out[2 * b + 1] its rank there. out has two elements for each block of the grid.
void meet(int at_least, int of_cluster, int shared_bytes, unsigned* out);
WORKBOOK_CALLABLE(meet);

// launch_in_clusters with offsets_kernel, for as many blocks as have values. out has an element
// for each block of the grid.
void offsets(const unsigned* x, std::size_t n, int count, int of_cluster, unsigned* out);
WORKBOOK_CALLABLE(offsets);

// One cluster, whose first block writes k + 1 to the place of bin k, for all bins. Then each block
// writes its own counters to out, rank 0 the first ones: out has a whole number for each block,
// bins_of_block(bins) * of_cluster elements, which are 0 where there is no bin.
void mark_places(int bins, int of_cluster, unsigned* out);
WORKBOOK_CALLABLE(mark_places);

// count_together in a grid of at_least blocks. Then each block writes its own counters to out:
// block b from out[b * bins_of_block(bins)] on.
void counted(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
             unsigned* out);
WORKBOOK_CALLABLE(counted);

// histogram_kernel in a grid of at_least blocks. `counts` has `bins` elements, whose old content
// means nothing.
void histogram_on(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
                  unsigned* counts);
WORKBOOK_CALLABLE(histogram_on);

// The same, in the smallest clusters whose blocks have room for all bins. The work is spread over
// the whole GPU.
void histogram(const unsigned* keys, std::size_t n, int bins, unsigned* counts);
WORKBOOK_CALLABLE(histogram);
