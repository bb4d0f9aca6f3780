// Accepted: cooperative groups: the lanes that want a ticket send one of them for all; a warp adds its hits first
#include "counter_race.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void count_threads_kernel(unsigned* counter) {
    const auto together = cg::coalesced_threads();
    if (together.thread_rank() == 0) atomicAdd(counter, together.size());
}

__global__ void count_greater_kernel(const int* values, std::size_t n, int threshold, unsigned* count) {
    const auto grid = cg::this_grid();
    unsigned mine = 0;
    for (std::size_t i = grid.thread_rank(); i < n; i += grid.size())
        if (values[i] > threshold) ++mine;
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned all = cg::reduce(warp, mine, cg::plus<unsigned>());
    if (warp.thread_rank() == 0 && all != 0) atomicAdd(count, all);
}

__global__ void take_tickets_kernel(unsigned* counter, unsigned* tickets, std::size_t n) {
    const std::size_t i = cg::this_grid().thread_rank();
    if (i >= n) return;
    const auto together = cg::coalesced_threads();
    unsigned first = 0;
    if (together.thread_rank() == 0) first = atomicAdd(counter, together.size());
    tickets[i] = together.shfl(first, 0) + together.thread_rank();
}

void count_threads(unsigned* counter, int blocks, int threads_per_block) {
    count_threads_kernel<<<blocks, threads_per_block>>>(counter);
}

void count_greater(const int* values, std::size_t n, int threshold, unsigned* count) {
    cudaMemsetAsync(count, 0, sizeof *count);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(64);
    config.blockDim = dim3(64);
    cudaLaunchKernelEx(&config, count_greater_kernel, values, n, threshold, count);
}

void take_tickets(unsigned* counter, unsigned* tickets, std::size_t n) {
    if (n == 0) return;
    take_tickets_kernel<<<static_cast<unsigned>((n + 95) / 96), 96>>>(counter, tickets, n);
}
