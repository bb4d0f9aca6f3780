// Accepted: no barrier for the block: each warp has a tile of its own; layouts as types; dynamic shared memory
#include "bank_conflicts.hpp"

#include <cooperative_groups.h>

#include <unordered_map>
#include <unordered_set>

namespace cg = cooperative_groups;

int degree_of(const int* words) {
    std::unordered_map<int, std::unordered_set<int>> banks;
    std::size_t most = 0;
    for (int k = 0; k != 32; k++) {
        auto& bank = banks[words[k] & 31];
        bank.insert(words[k]);
        if (bank.size() > most) most = bank.size();
    }
    return int(most);
}

struct Plain {
    static constexpr int words = 32;
    static __host__ __device__ int at(int r, int c) { return 32 * r + c; }
};
struct Padded {
    static constexpr int words = 33;
    static __host__ __device__ int at(int r, int c) { return 33 * r + c; }
};
struct Swizzled {
    static constexpr int words = 32;
    static __host__ __device__ int at(int r, int c) { return 32 * r + (c ^ (r & 31)); }
};

// A block has fewer rows, in dynamic shared memory, and each warp takes care of its own 32 of them.
template <class Layout>
__global__ void rows_of_a_warp(const int* in, int* out, std::size_t rows) {
    extern __shared__ int memory[];
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int* const tile = memory + warp.meta_group_rank() * 32 * Layout::words;
    const std::size_t first = (std::size_t{blockIdx.x} * warp.meta_group_size() + warp.meta_group_rank()) * 32;
    if (first >= rows) return;
    const int here = rows - first < 32 ? int(rows - first) : 32, lane = warp.thread_rank();
    for (int r = 0; r < here; ++r) tile[Layout::at(r, lane)] = __ldg(in + (first + r) * 32 + lane);
    warp.sync();
    if (lane < here)
        for (int c = 1; c < 32; ++c) tile[Layout::at(lane, c)] += tile[Layout::at(lane, c - 1)];
    warp.sync();
    for (int r = 0; r < here; ++r) out[(first + r) * 32 + lane] = tile[Layout::at(r, lane)];
}

template <class Layout>
__global__ void turn(const int* in, int* out) {
    __shared__ int tile[32 * Layout::words];
    tile[Layout::at(threadIdx.y, threadIdx.x)] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[Layout::at(threadIdx.x, threadIdx.y)];
}

void places_of(int layout, int rows, int* places) {
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < 32; ++c) *places++ = layout == padded ? Padded::at(r, c) : Swizzled::at(r, c);
}

void transpose_tile(const int* input, int* output, int layout) {
    const dim3 block(32, 32);
    if (layout == plain) turn<Plain><<<1, block>>>(input, output);
    if (layout == padded) turn<Padded><<<1, block>>>(input, output);
    if (layout == swizzled) turn<Swizzled><<<1, block>>>(input, output);
}

void running_sums(const int* input, int* output, std::size_t rows, int layout) {
    if (rows == 0) return;
    const unsigned blocks = unsigned((rows + 63) / 64);
    if (layout == plain) rows_of_a_warp<Plain><<<blocks, 64, 64 * 32 * sizeof(int)>>>(input, output, rows);
    if (layout == padded) rows_of_a_warp<Padded><<<blocks, 64, 64 * 33 * sizeof(int)>>>(input, output, rows);
    if (layout == swizzled) rows_of_a_warp<Swizzled><<<blocks, 64, 64 * 32 * sizeof(int)>>>(input, output, rows);
}
