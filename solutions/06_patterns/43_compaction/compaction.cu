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
    // Solution 1: a ballot for each round of 32 values; all lanes come to it, and all know the
    // count. Unrolled, the loop asks for eight values before it waits for the first.
    int count = 0;
#pragma unroll 8
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const bool keep = i < s.end && is_kept(values[i], threshold);
        count += __popc(__ballot_sync(all_lanes, keep));
    }
    if (s.begin < s.end && lane == 0) counts[s.number] = count;
    // end of Solution 1
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
    // Solution 2: lesson 42's second launch. What is carried in the end is the number of all values
    // that are kept; also if there are no counts at all.
    int before = 0;
    for (int first = 0; first < stretches; first += scan_threads) {
        const int s = first + static_cast<int>(threadIdx.x);
        const int own = s < stretches ? counts[s] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (s < stretches) counts[s] = before + sum - own;
        before += of_round;
    }
    if (threadIdx.x == 0) *total = before;
    // end of Solution 2
}

// The bits of the lanes below this one.
__device__ unsigned lower_lanes() { return (1u << threadIdx.x % warp_size) - 1; }

__global__ void copy_kernel(const int* __restrict__ values, int n, int stretch, int threshold,
                            const int* __restrict__ before, int* __restrict__ kept) {
    const Stretch s = stretch_of_warp(n, stretch);
    const int lane = threadIdx.x % warp_size;
    // Solution 3: lesson 40's compaction, round after round. The warp knows where its stretch
    // begins among the kept values, so it needs nothing from other warps: no barrier, no atomic.
    int place = s.begin < s.end ? before[s.number] : 0;
#pragma unroll 8
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0; // a 0 is never kept
        const bool keep = is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & lower_lanes())] = value;
        place += __popc(ballot);
    }
    // end of Solution 3
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
    // Solution 4: the launches of one stream run one after the other. The second one also writes
    // the total of no values.
    count_kept(values, n, threshold, work);
    scan_counts(work, stretches_for(n), total);
    copy_kept(values, n, threshold, work, kept);
    // end of Solution 4
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
    // Solution 5: first tell what is known, since others wait for it. Then 32 states at a time, one
    // for each lane: lane 0 has the nearest. Before tile 0 there is nothing, which is known.
    if (lane == 0) write_state(states, tile, tile_alone | own);
    int before = 0;
    for (int nearest = tile - 1;; nearest -= warp_size) {
        const int other = nearest - lane;
        unsigned state = up_to_here;
        while (other >= 0 && (state = read_state(states, other)) == 0) {
        }
        const unsigned ends = __ballot_sync(all_lanes, (state & up_to_here) != 0);
        // The lanes up to the first that knows all before it; all 32 if none does.
        const bool counts = ends == 0 || lane < __ffs(ends);
        before += __reduce_add_sync(all_lanes, counts ? state & count_bits : 0);
        if (ends != 0) break;
    }
    if (lane == 0) write_state(states, tile, up_to_here | (before + own));
    return before;
    // end of Solution 5
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
