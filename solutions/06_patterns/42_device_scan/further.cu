// Lesson 42, further: the same three launches, with many bytes on their way. Totals come by vectors
// of four values. For the sums a lane has pairs of values: then a warp's load is 256 bytes in a row
// and its store 512, whole sectors. A round asks for the next one's pairs before it works on its
// own, and has one barrier.
#include "device_scan.hpp"

#define stretch_totals stretch_totals_by_values
#define scan_stretches scan_stretches_by_values
#define scan scan_by_values
#include "device_scan.cu"
#undef stretch_totals
#undef scan_stretches
#undef scan

constexpr unsigned all_lanes = 0xffffffff;
constexpr int warp_size = 32;
constexpr int warps = threads_per_block / warp_size;
constexpr int values_of_vector = 4;
constexpr int vectors = 4; // of a thread in a round of the first launch
constexpr int pairs = 4;   // of a thread in a round of the third
constexpr int values_of_row = 2 * warp_size;
constexpr int values_of_warp = pairs * values_of_row;
constexpr int values_of_round = warps * values_of_warp;

struct alignas(16) TwoSums {
    std::int64_t of[2];
};

__global__ void totals_by_vectors_kernel(const int* values, std::size_t n, std::size_t stretch,
                                         std::int64_t* totals) {
    const auto begin = static_cast<std::ptrdiff_t>(blockIdx.x * stretch);
    const auto end = static_cast<std::ptrdiff_t>(min(n, begin + stretch));
    const std::ptrdiff_t whole = (end - begin) / values_of_vector;
    const auto* const fours = reinterpret_cast<const int4*>(values + begin);
    std::int64_t own = 0;
    for (std::ptrdiff_t first = threadIdx.x; first < whole; first += vectors * threads_per_block) {
        int4 four[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
            const std::ptrdiff_t i = first + v * threads_per_block;
            four[v] = i < whole ? fours[i] : make_int4(0, 0, 0, 0);
        }
#pragma unroll
        for (const int4& f : four) own += std::int64_t{f.x} + f.y + f.z + f.w;
    }
    // Fewer than four are left behind the vectors.
    const std::ptrdiff_t last = begin + values_of_vector * whole + threadIdx.x;
    if (last < end) own += values[last];
    std::int64_t total;
    scan_block(own, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

__device__ std::int64_t scan_warp(std::int64_t own) {
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const std::int64_t left = __shfl_up_sync(all_lanes, own, distance);
        if (threadIdx.x % warp_size >= distance) own += left;
    }
    return own;
}

// Two values, 0 where the stretch has ended.
__device__ int2 pair_at(const int* values, std::ptrdiff_t i, std::ptrdiff_t end) {
    if (i + 2 <= end) return *reinterpret_cast<const int2*>(values + i);
    return make_int2(i < end ? values[i] : 0, 0);
}

// As many blocks per multiprocessor as make two rounds of the grid's 1024 on 132 of them.
__global__ void __launch_bounds__(threads_per_block, 4)
    sums_by_pairs_kernel(const int* values, std::size_t n, std::size_t stretch,
                         const std::int64_t* before, std::int64_t* sums) {
    // In turns, so that a round need not wait until all have read the last one's.
    __shared__ std::int64_t of_warps[2][warps];
    const auto begin = static_cast<std::ptrdiff_t>(blockIdx.x * stretch);
    const auto end = static_cast<std::ptrdiff_t>(min(n, begin + stretch));
    const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    const int place = warp * values_of_warp + 2 * lane; // in a round
    int2 next[pairs];
#pragma unroll
    for (int p = 0; p < pairs; ++p) {
        next[p] = pair_at(values, begin + place + p * values_of_row, end);
    }
    std::int64_t so_far = before[blockIdx.x];
    int turn = 0;
    for (std::ptrdiff_t round = begin; round < end; round += values_of_round, turn = 1 - turn) {
        TwoSums sum[pairs];
        std::int64_t of_warp = 0; // of the rows so far
#pragma unroll
        for (int p = 0; p < pairs; ++p) {
            const int2 own = next[p];
            next[p] = pair_at(values, round + values_of_round + place + p * values_of_row, end);
            const std::int64_t up_to_own = of_warp + scan_warp(std::int64_t{own.x} + own.y);
            sum[p] = {{up_to_own - own.y, up_to_own}};
            of_warp = __shfl_sync(all_lanes, up_to_own, warp_size - 1);
        }
        if (lane == 0) of_warps[turn][warp] = of_warp;
        __syncthreads();
        std::int64_t before_warp = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            if (w == warp) before_warp = so_far;
            so_far += of_warps[turn][w];
        }
#pragma unroll
        for (int p = 0; p < pairs; ++p) {
            for (std::int64_t& s : sum[p].of) s += before_warp;
            const std::ptrdiff_t i = round + place + p * values_of_row;
            if (i + 2 <= end) {
                *reinterpret_cast<TwoSums*>(sums + i) = sum[p];
            } else if (i < end) {
                sums[i] = sum[p].of[0];
            }
        }
    }
}

static bool begins_well(const void* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(int4) == 0;
}

void stretch_totals(const int* values, std::size_t n, std::int64_t* totals) {
    if (n == 0 || !begins_well(values)) {
        stretch_totals_by_values(values, n, totals);
        return;
    }
    totals_by_vectors_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n),
                                                                   totals);
    check(cudaGetLastError());
}

void scan_stretches(const int* values, std::size_t n, const std::int64_t* before,
                    std::int64_t* sums) {
    if (n == 0 || !begins_well(values) || !begins_well(sums)) {
        scan_stretches_by_values(values, n, before, sums);
        return;
    }
    sums_by_pairs_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), before,
                                                               sums);
    check(cudaGetLastError());
}

void scan(const int* values, std::size_t n, std::int64_t* work, std::int64_t* sums) {
    if (n == 0) return;
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(blocks_for(n)));
    scan_stretches(values, n, work, sums);
}
