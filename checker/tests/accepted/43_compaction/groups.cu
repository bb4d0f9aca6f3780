// Accepted: cooperative groups for the ballots and scans; states as atomics of libcu++
#include "compaction.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

using State = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using Warp = cg::thread_block_tile<32>;

__device__ bool wanted(int value, int threshold) { return value <= -threshold || threshold <= value; }

__global__ void count(const int* values, int n, int length, int stretches, int threshold, int* counts) {
    const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int s = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (s >= stretches) return;
    int own = 0;
    for (int i = s * length + warp.thread_rank(); i < min(n, (s + 1) * length); i += 32) own += wanted(values[i], threshold);
    own = cg::reduce(warp, own, cg::plus<int>());
    if (warp.thread_rank() == 0) counts[s] = own;
}

__global__ void scan(int* counts, int stretches, int* total) {
    const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int sums[32];
    int before = 0;
    for (int first = 0; first < stretches; first += 1024) {
        const int s = first + threadIdx.x;
        const int own = s < stretches ? counts[s] : 0;
        const int sum = cg::inclusive_scan(warp, own);
        if (warp.thread_rank() == 31) sums[warp.meta_group_rank()] = sum;
        __syncthreads();
        if (warp.meta_group_rank() == 0) {
            sums[warp.thread_rank()] = cg::inclusive_scan(warp, sums[warp.thread_rank()]);
        }
        __syncthreads();
        const int left = warp.meta_group_rank() > 0 ? sums[warp.meta_group_rank() - 1] : 0;
        if (s < stretches) counts[s] = before + left + sum - own;
        before += sums[31];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total = before;
}

__global__ void copy(const int* values, int n, int length, int stretches, int threshold, const int* before, int* kept) {
    const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int s = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
    if (s >= stretches) return;
    int* next = kept + before[s];
    for (int first = s * length; first < min(n, (s + 1) * length); first += 32) {
        const int i = first + warp.thread_rank();
        const int value = i < n ? values[i] : 0;
        if (i < n && wanted(value, threshold)) {
            const auto group = cg::coalesced_threads();
            next[group.thread_rank()] = value;
        }
        next += __popc(warp.ballot(i < n && wanted(value, threshold)));
    }
}

void count_kept(const int* values, int n, int threshold, int* counts) {
    if (n == 0) return;
    count<<<(stretches_for(n) + 7) / 8, 256>>>(values, n, stretch_for(n), stretches_for(n), threshold, counts);
    check(cudaGetLastError());
}
void scan_counts(int* counts, int stretches, int* total) {
    scan<<<1, 1024>>>(counts, stretches, total);
    check(cudaGetLastError());
}
void copy_kept(const int* values, int n, int threshold, const int* before, int* kept) {
    if (n == 0) return;
    copy<<<(stretches_for(n) + 3) / 4, 128>>>(values, n, stretch_for(n), stretches_for(n), threshold, before, kept);
    check(cudaGetLastError());
}
void keep(const int* values, int n, int threshold, int* work, int* kept, int* total) {
    count_kept(values, n, threshold, work);
    scan_counts(work, stretches_for(n), total);
    copy_kept(values, n, threshold, work, kept);
}

__device__ int ask(unsigned* states, int tile, int own, Warp warp) {
    const int lane = warp.thread_rank();
    if (lane == 0) State(states[tile]).store(tile_alone | own, cuda::memory_order_relaxed);
    int before = 0;
    for (int window = tile - 1; window >= 0; window -= 32) {
        unsigned state = up_to_here;
        if (window >= lane) {
            do {
                state = State(states[window - lane]).load(cuda::memory_order_relaxed);
            } while (state == 0);
        }
        const unsigned knows = warp.ballot(state >= up_to_here);
        const unsigned last = knows ? __ffs(knows) - 1 : 31;
        before += cg::reduce(warp, static_cast<int>(lane <= last ? state & count_bits : 0), cg::plus<int>());
        if (knows) break;
    }
    if (lane == 0) State(states[tile]).store(up_to_here | (before + own), cuda::memory_order_relaxed);
    return before;
}

__global__ void ask_once(unsigned* states, int tile, int own, int late_tile, unsigned late,
                         int* before) {
    const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.meta_group_rank() == 1) {
        if (late != 0 && warp.thread_rank() == 0) {
            while (State(states[tile]).load(cuda::memory_order_relaxed) < tile_alone) {
            }
            State(states[late_tile]).store(late, cuda::memory_order_relaxed);
        }
        return;
    }
    const int sum = ask(states, tile, own, warp);
    if (warp.thread_rank() == 0) *before = sum;
}

void look_back_once(unsigned* states, int tile, int own, int late_tile, unsigned late,
                    int* before) {
    ask_once<<<1, 64>>>(states, tile, own, late_tile, late, before);
    check(cudaGetLastError());
}

// Kept values wait in shared memory, closed up within each warp.
__global__ void all_at_once(const int* values, int n, int threshold, unsigned* states, int* kept, int* total, int tiles) {
    const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
    __shared__ int ticket, before_tile, sums[8], waiting[8][1024];
    if (threadIdx.x == 0) ticket = atomicAdd(&states[tiles], 1u);
    __syncthreads();
    const int tile = ticket, me = warp.meta_group_rank(), first = tile * tile_size + me * 1024;
    int count = 0;
    for (int start = first; start < min(n, first + 1024); start += 32) {
        const int i = start + warp.thread_rank();
        const int value = i < n ? values[i] : 0;
        const unsigned bits = warp.ballot(wanted(value, threshold));
        if (wanted(value, threshold)) waiting[me][count + __popc(bits & ((1u << warp.thread_rank()) - 1))] = value;
        count += __popc(bits);
    }
    if (warp.thread_rank() == 0) sums[me] = count;
    __syncthreads();
    int place = 0, all = 0;
    for (int w = 0; w < 8; ++w) {
        if (w < me) place += sums[w];
        all += sums[w];
    }
    if (me == 0) {
        const int before = ask(states, tile, all, warp);
        if (warp.thread_rank() == 0) {
            before_tile = before;
            if (tile == tiles - 1) *total = before + all;
        }
    }
    __syncthreads();
    for (int k = warp.thread_rank(); k < count; k += 32) kept[before_tile + place + k] = waiting[me][k];
}

void keep_in_one_pass(const int* values, int n, int threshold, unsigned* work, int* kept, int* total) {
    const int tiles = tiles_for(n);
    check(cudaMemsetAsync(total, 0, sizeof(int)));
    if (tiles == 0) return;
    check(cudaMemsetAsync(work, 0, (tiles + 1) * sizeof(unsigned)));
    all_at_once<<<tiles, 256>>>(values, n, threshold, work, kept, total, tiles);
    check(cudaGetLastError());
}
