// Lesson 57, further: eight keys of a thread are on their way at once, by two vectors, and the
// block and the place of a bin take a multiplication instead of a division. place_of and
// count_together, and what the checks call of them, are the solution's.
#include "cluster_dsmem.hpp"

#define histogram_on histogram_by_keys_on
#define histogram histogram_by_keys
#include "cluster_dsmem.cu"
#undef histogram_on
#undef histogram

#include <cstddef>
#include <cstdint>

constexpr int keys_of_vector = 4;
constexpr int vectors = 2; // of a thread on their way

struct alignas(16) Keys {
    unsigned of[keys_of_vector];
};

// Where bins are counted, for one block of a cluster.
class Places {
  public:
    __device__ Places(unsigned* own, unsigned of_block)
        : own_(own), of_block_(of_block), inverse_(0xffffffff / of_block + 1) {}
    // Bins are few enough for the upper half of a product with 2^32 / of_block, rounded up, to be
    // the quotient. For bins of one each that would be 2^32.
    __device__ void count(unsigned bin) const {
        const unsigned rank = of_block_ == 1 ? bin : __umulhi(bin, inverse_);
        atomicAdd(cg::this_cluster().map_shared_rank(own_ + bin - rank * of_block_, rank), 1u);
    }
    __device__ void count(const Keys& keys) const {
#pragma unroll
        for (const unsigned key : keys.of) count(key);
    }

  private:
    unsigned* own_;
    unsigned of_block_, inverse_;
};

__device__ void count_vectors(const unsigned* keys, std::ptrdiff_t n, const Places& places) {
    const std::ptrdiff_t whole = n / keys_of_vector;
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const auto* const from = reinterpret_cast<const Keys*>(keys);
    std::ptrdiff_t i = first;
    for (; i + (vectors - 1) * step < whole; i += vectors * step) {
        Keys own[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) own[v] = from[i + v * step];
#pragma unroll
        for (const Keys& four : own) places.count(four);
    }
    for (; i < whole; i += step) places.count(from[i]);
    // Fewer than four are left behind the vectors.
    const std::ptrdiff_t last = keys_of_vector * whole + first;
    if (last < n) places.count(keys[last]);
}

__global__ void histogram_vectors_kernel(const unsigned* keys, std::size_t n, unsigned* counts,
                                         int bins) {
    extern __shared__ unsigned own[];
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    count_vectors(keys, static_cast<std::ptrdiff_t>(n), Places(own, of_block));
    cluster.sync();
    const int first = cluster.block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block && first + i < bins; i += threads_per_block) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
}

static bool begins_well(const unsigned* keys) {
    return reinterpret_cast<std::uintptr_t>(keys) % sizeof(Keys) == 0;
}

void histogram_on(int at_least, int of_cluster, const unsigned* keys, std::size_t n, int bins,
                  unsigned* counts) {
    check(cudaMemsetAsync(counts, 0, bins * sizeof *counts));
    Kernel* const kernel = begins_well(keys) ? histogram_vectors_kernel : histogram_kernel;
    launch_in_clusters(kernel, at_least, of_cluster, bytes_of_bins(bins, of_cluster), keys, n,
                       counts, bins);
}

void histogram(const unsigned* keys, std::size_t n, int bins, unsigned* counts) {
    int of_cluster = 1;
    while (bins_of_block(bins, of_cluster) > most_bins_of_block) of_cluster *= 2;
    const std::size_t wanted = (n + threads_per_block - 1) / threads_per_block;
    const auto blocks = static_cast<int>(std::min<std::size_t>(wanted, 528));
    histogram_on(blocks, of_cluster, keys, n, bins, counts);
}
