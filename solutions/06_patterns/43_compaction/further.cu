// Lesson 43, further: in the one launch, values come by vectors of four, and those that are kept
// are put side by side in shared memory while the first warp looks back; then whole warps write
// neighbours.
#include "compaction.hpp"

#define keep_in_one_pass keep_in_one_pass_by_rounds
#include "compaction.cu"
#undef keep_in_one_pass

#include <cstdint>

constexpr int warps = threads_per_block / warp_size;
constexpr int values_of_vector = 4;
constexpr int vectors = rounds_per_warp / values_of_vector; // of a thread

// Four values, of which those behind the array's end are 0, which is not kept.
__device__ int4 vector_at(const int* values, int n, int i) {
    if (i + values_of_vector <= n) return *reinterpret_cast<const int4*>(values + i);
    return make_int4(i < n ? values[i] : 0, i + 1 < n ? values[i + 1] : 0,
                     i + 2 < n ? values[i + 2] : 0, 0);
}

// Called by all lanes of a warp. Adds to `of_warp` how many values of all lanes are kept, and
// returns how many are kept before the lane's first one.
__device__ int place_in_warp(int4 own, int threshold, int& of_warp) {
    int place = of_warp;
#pragma unroll
    for (const int value : {own.x, own.y, own.z, own.w}) {
        const unsigned ballot = __ballot_sync(all_lanes, is_kept(value, threshold));
        place += __popc(ballot & lower_lanes());
        of_warp += __popc(ballot);
    }
    return place;
}

__global__ void __launch_bounds__(threads_per_block)
    side_by_side_kernel(const int* __restrict__ values, int n, int threshold, unsigned* states,
                        unsigned* tickets, int* __restrict__ kept, int* total) {
    __shared__ int of_tile[tile_size];
    __shared__ int ticket, before_tile, sums[warps];
    const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1);
    __syncthreads();
    const int tile = ticket;
    // Round r of a warp has 128 values that follow each other, and each lane four of them.
    const int first =
        tile * tile_size + warp * rounds_per_warp * warp_size + values_of_vector * lane;
    int4 own[vectors];
    int at[vectors], of_warp = 0;
#pragma unroll
    for (int r = 0; r < vectors; ++r)
        own[r] = vector_at(values, n, first + r * values_of_vector * warp_size);
#pragma unroll
    for (int r = 0; r < vectors; ++r) at[r] = place_in_warp(own[r], threshold, of_warp);
    if (lane == 0) sums[warp] = of_warp;
    __syncthreads();
    int before_warp = 0, count = 0; // in the tile; of the tile
#pragma unroll
    for (int w = 0; w < warps; ++w) {
        if (w == warp) before_warp = count;
        count += sums[w];
    }
    if (warp == 0) {
        const int before = look_back(states, tile, count);
        if (lane == 0) before_tile = before;
        if (lane == 0 && tile == gridDim.x - 1) *total = before + count;
    }
#pragma unroll
    for (int r = 0; r < vectors; ++r) {
        int place = before_warp + at[r];
#pragma unroll
        for (const int value : {own[r].x, own[r].y, own[r].z, own[r].w}) {
            if (is_kept(value, threshold)) of_tile[place++] = value;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += threads_per_block) kept[before_tile + i] = of_tile[i];
}

void keep_in_one_pass(const int* values, int n, int threshold, unsigned* work, int* kept,
                      int* total) {
    const int tiles = tiles_for(n);
    if (tiles == 0 || reinterpret_cast<std::uintptr_t>(values) % sizeof(int4) != 0) {
        keep_in_one_pass_by_rounds(values, n, threshold, work, kept, total);
        return;
    }
    // No tile has told anything yet, and no ticket is taken.
    check(cudaMemsetAsync(work, 0, (tiles + 1) * sizeof(unsigned)));
    side_by_side_kernel<<<tiles, threads_per_block>>>(values, n, threshold, work, work + tiles,
                                                      kept, total);
    check(cudaGetLastError());
}
