// Accepted: cooperative groups: a group of the lanes that are here, warps as tiles, a reduction and an exclusive scan from the toolkit
#include "warp_shuffle.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void add_steps_kernel(const std::uint32_t* values, int lanes, int steps, std::uint32_t* state) {
    std::uint32_t own = values[threadIdx.x];
    if (static_cast<int>(threadIdx.x) < lanes) {
        const cg::coalesced_group here = cg::coalesced_threads();
        for (int step = 0; step < steps; ++step) {
            const unsigned offset = 16u >> step;
            const std::uint32_t other = here.shfl_down(own, offset);
            if (here.thread_rank() + offset < here.size()) own += other;
        }
    }
    state[threadIdx.x] = own;
}

__global__ void sums_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t* sums) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const std::size_t w = std::size_t{blockIdx.x} * warp.meta_group_size() + warp.meta_group_rank();
    const std::size_t i = w * 32 + warp.thread_rank();
    const std::uint32_t sum = cg::reduce(warp, i < n ? values[i] : 0u, cg::plus<std::uint32_t>());
    if (w * 32 < n && warp.thread_rank() == 0) sums[w] = sum;
}

__global__ void ballots_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* ballots) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const std::size_t w = std::size_t{blockIdx.x} * warp.meta_group_size() + warp.meta_group_rank();
    const std::size_t i = w * 32 + warp.thread_rank();
    const unsigned above = warp.ballot(i < n && values[i] > limit);
    if (w * 32 < n && warp.thread_rank() == 0) ballots[w] = above;
}

__global__ void compact_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* kept, std::uint32_t* counts) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const std::size_t w = std::size_t{blockIdx.x} * warp.meta_group_size() + warp.meta_group_rank();
    const std::size_t i = w * 32 + warp.thread_rank();
    if (w * 32 >= n) return; // the whole warp
    const std::uint32_t own = i < n ? values[i] : 0;
    unsigned places = i < n && own > limit ? 1 : 0; // an inclusive scan of the flags
    const bool keep = places;
    for (unsigned d = 1; d < 32; d *= 2) {
        const unsigned other = warp.shfl_up(places, d);
        if (warp.thread_rank() >= d) places += other;
    }
    if (keep) kept[w * 32 + places - 1] = own;
    if (warp.thread_rank() == 31) counts[w] = places;
}

void add_steps(const std::uint32_t* values, int lanes, int steps, std::uint32_t* state) {
    add_steps_kernel<<<1, 32>>>(values, lanes, steps, state);
    check(cudaGetLastError());
}

void warp_sums(const std::uint32_t* values, std::size_t n, std::uint32_t* sums) {
    if (n > 0) sums_kernel<<<(n + 255) / 256, 256>>>(values, n, sums);
}

void warp_ballots(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* ballots) {
    if (n > 0) ballots_kernel<<<(n + 255) / 256, 256>>>(values, n, limit, ballots);
}

void warp_compact(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* kept, std::uint32_t* counts) {
    if (n > 0) compact_kernel<<<(n + 255) / 256, 256>>>(values, n, limit, kept, counts);
}
