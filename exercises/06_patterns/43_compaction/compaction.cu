// Lesson 43: keep some values and close the gaps. README.md explains; fill in the five regions
// marked TODO.
#include "compaction.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned all_lanes = 0xffffffff;

__device__ bool is_kept(int value, int threshold) {
    return value >= threshold || value <= -threshold;
}

// A warp's stretch, from value `begin` up to and without value `end`; none if end <= begin.
struct Stretch {
    int number, begin, end;
};
__device__ Stretch stretch_of_warp(int n, int stretch) {
    const int number = (blockIdx.x * threads_per_block + threadIdx.x) / warp_size;
    return {number, number * stretch, min(n, number * stretch + stretch)};
}

__global__ void count_kernel(const int* __restrict__ values, int n, int stretch, int threshold,
                             int* __restrict__ counts) {
    const Stretch s = stretch_of_warp(n, stretch);
    const int lane = threadIdx.x % warp_size;
    // TODO 1: how many values of the warp's stretch are kept; lane 0 writes it.
    if (s.begin < s.end && lane == 0) counts[s.number] = is_kept(values[s.begin], threshold);
    // end of TODO 1
}

// The inclusive scan of the values that the threads of a block bring, and their total, for all of
// them: as in lesson 42.
__device__ int scan_block(int own, int& total) {
    constexpr int warps = scan_threads / warp_size;
    __shared__ int sums[warps];
    const int lane = threadIdx.x % warp_size;
    const int warp = threadIdx.x / warp_size;
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, own, distance);
        if (lane >= distance) own += left;
    }
    if (lane == warp_size - 1) sums[warp] = own;
    __syncthreads();
    total = 0;
    for (int w = 0; w < warps; ++w) {
        if (w == warp) own += total;
        total += sums[w];
    }
    __syncthreads(); // the next call writes `sums` again
    return own;
}

// One block of scan_threads threads.
__global__ void scan_kernel(int* counts, int stretches, int* total) {
    // TODO 2: the exclusive scan of the counts, in place; one thread writes the total.
    if (threadIdx.x == 0) *total = 0;
    // end of TODO 2
}

// The bits of the lanes below this one.
__device__ unsigned lower_lanes() { return (1u << threadIdx.x % warp_size) - 1; }

__global__ void copy_kernel(const int* __restrict__ values, int n, int stretch, int threshold,
                            const int* __restrict__ before, int* __restrict__ kept) {
    const Stretch s = stretch_of_warp(n, stretch);
    const int lane = threadIdx.x % warp_size;
    // TODO 3: round after round, each kept value to its place.
    if (s.begin < s.end && lane == 0) kept[before[s.number]] = values[s.begin];
    // end of TODO 3
}

static int blocks_for(int n) {
    constexpr int warps = threads_per_block / warp_size;
    return (stretches_for(n) + warps - 1) / warps;
}

void count_kept(const int* values, int n, int threshold, int* counts) {
    if (n == 0) return;
    count_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), threshold,
                                                       counts);
    check(cudaGetLastError());
}

void scan_counts(int* counts, int stretches, int* total) {
    scan_kernel<<<1, scan_threads>>>(counts, stretches, total);
    check(cudaGetLastError());
}

void copy_kept(const int* values, int n, int threshold, const int* before, int* kept) {
    if (n == 0) return;
    copy_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), threshold, before,
                                                      kept);
    check(cudaGetLastError());
}

void keep(const int* values, int n, int threshold, int* work, int* kept, int* total) {
    // TODO 4: the three launches, by the functions above.

    // end of TODO 4
}

// States are read and written by several blocks at a time: volatile, so that each of these goes to
// memory.
__device__ unsigned read_state(const unsigned* states, int tile) {
    return *static_cast<const volatile unsigned*>(states + tile);
}
__device__ void write_state(unsigned* states, int tile, unsigned state) {
    *static_cast<volatile unsigned*>(states + tile) = state;
}

// Called by all lanes of one warp. `own`: how many values of this tile are kept. Returns how many
// of all tiles before it are, to all lanes.
__device__ int look_back(unsigned* states, int tile, int own) {
    const int lane = threadIdx.x % warp_size;
    // TODO 5: tell what is known, add up what the tiles before have told, tell the sum.
    if (lane == 0) write_state(states, tile, tile_alone | own);
    return 0;
    // end of TODO 5
}

// Two warps: the first looks back; the second plays the block of an earlier tile, if one is late.
__global__ void look_back_kernel(unsigned* states, int tile, int own, int late_tile, unsigned late,
                                 int* before) {
    if (threadIdx.x < warp_size) {
        const int found = look_back(states, tile, own);
        if (threadIdx.x == 0) *before = found;
    } else if (late != 0) {
        while (read_state(states, tile) < tile_alone) {
        }
        __nanosleep(50'000); // the first warp is to find 0 on a GPU, too
        if (threadIdx.x == warp_size) write_state(states, late_tile, late);
    }
}

void look_back_once(unsigned* states, int tile, int own, int late_tile, unsigned late,
                    int* before) {
    look_back_kernel<<<1, 2 * warp_size>>>(states, tile, own, late_tile, late, before);
    check(cudaGetLastError());
}

__global__ void one_pass_kernel(const int* __restrict__ values, int n, int threshold,
                                unsigned* states, unsigned* tickets, int* __restrict__ kept,
                                int* total) {
    constexpr int warps = threads_per_block / warp_size;
    __shared__ int ticket, before_tile, sums[warps];
    const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    // Blocks may start in any order. The first to start takes tile 0, the next one tile 1, ...: so
    // each one waits only for blocks that have started already.
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
    __syncthreads();
    const int tile = ticket;

    // The values stay in registers until their places are known.
    const int first = tile * tile_size + warp * rounds_per_warp * warp_size + lane;
    int own[rounds_per_warp], of_warp = 0;
    for (int r = 0; r < rounds_per_warp; ++r) {
        const int i = first + r * warp_size;
        own[r] = i < n ? values[i] : 0; // 0 is not kept
    }
    for (int r = 0; r < rounds_per_warp; ++r)
        of_warp += __popc(__ballot_sync(all_lanes, is_kept(own[r], threshold)));
    if (lane == 0) sums[warp] = of_warp;
    __syncthreads();
    int place = 0, of_tile = 0;
    for (int w = 0; w < warps; ++w) {
        if (w == warp) place = of_tile;
        of_tile += sums[w];
    }

    if (warp == 0) {
        const int before = look_back(states, tile, of_tile);
        if (lane == 0) before_tile = before;
        if (lane == 0 && tile == gridDim.x - 1) *total = before + of_tile;
    }
    __syncthreads();
    place += before_tile;
    for (int r = 0; r < rounds_per_warp; ++r) {
        const bool keep = is_kept(own[r], threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & lower_lanes())] = own[r];
        place += __popc(ballot);
    }
}

void keep_in_one_pass(const int* values, int n, int threshold, unsigned* work, int* kept,
                      int* total) {
    const int tiles = tiles_for(n);
    if (tiles == 0) {
        check(cudaMemsetAsync(total, 0, sizeof(int)));
        return;
    }
    // No tile has told anything yet, and no ticket is taken.
    check(cudaMemsetAsync(work, 0, (tiles + 1) * sizeof(unsigned)));
    one_pass_kernel<<<tiles, threads_per_block>>>(values, n, threshold, work, work + tiles, kept,
                                                  total);
    check(cudaGetLastError());
}
