// Accepted: CUB's scans of a warp and of a block; four values per lane in one load where they are aligned
#include "compaction.hpp"

#include "wire/cuda_check.hpp"

#include <cstdint>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

__device__ bool wanted(int value, int threshold) { return value >= threshold || value <= -threshold; }

// Values i to i + 3, and how many of them there are.
__device__ int4 four(const int* values, int i, int end) {
    if (i + 3 < end && reinterpret_cast<std::uintptr_t>(values + i) % 16 == 0) return *reinterpret_cast<const int4*>(values + i);
    return {i < end ? values[i] : 0, i + 1 < end ? values[i + 1] : 0, i + 2 < end ? values[i + 2] : 0,
            i + 3 < end ? values[i + 3] : 0};
}

__global__ void count(const int* values, int n, int length, int threshold, int* counts) {
    using Reduce = cub::WarpReduce<int>;
    __shared__ Reduce::TempStorage storage[8];
    const int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const int end = min(n, (s + 1) * length);
    int own = 0;
    for (int i = s * length + 4 * lane; i < end; i += 128) {
        const int4 x = four(values, i, end);
        own += wanted(x.x, threshold) + wanted(x.y, threshold) + wanted(x.z, threshold) + wanted(x.w, threshold);
    }
    const int sum = Reduce(storage[threadIdx.x / 32]).Sum(own);
    if (lane == 0 && s * length < n) counts[s] = sum;
}

__global__ void scan(int* counts, int stretches, int* total) {
    using Scan = cub::BlockScan<int, scan_threads>;
    __shared__ Scan::TempStorage storage;
    int own[4], sum;
    for (int k = 0; k < 4; ++k) own[k] = 4 * threadIdx.x + k < stretches ? counts[4 * threadIdx.x + k] : 0;
    Scan(storage).ExclusiveSum(own, own, sum);
    for (int k = 0; k < 4; ++k)
        if (4 * threadIdx.x + k < stretches) counts[4 * threadIdx.x + k] = own[k];
    if (threadIdx.x == 0) *total = sum;
}

__global__ void copy(const int* values, int n, int length, int threshold, const int* before, int* kept) {
    using Scan = cub::WarpScan<int>;
    __shared__ Scan::TempStorage storage[8];
    __shared__ int waiting[8][128];
    const int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    int* const of_warp = waiting[threadIdx.x / 32];
    const int end = min(n, (s + 1) * length);
    if (s * length >= n) return;
    int place = before[s];
    for (int first = s * length; first < end; first += 128) {
        const int4 x = four(values, first + 4 * lane, end);
        const int value[4] = {x.x, x.y, x.z, x.w};
        int own = 0, mine, sum;
        for (const int v : value) own += wanted(v, threshold);
        Scan(storage[threadIdx.x / 32]).ExclusiveSum(own, mine, sum);
        for (const int v : value)
            if (wanted(v, threshold)) of_warp[mine++] = v;
        __syncwarp();
        for (int k = lane; k < sum; k += 32) kept[place + k] = of_warp[k];
        place += sum;
        __syncwarp();
    }
}

void count_kept(const int* values, int n, int threshold, int* counts) {
    if (n > 0) count<<<(stretches_for(n) + 7) / 8, 256>>>(values, n, stretch_for(n), threshold, counts);
    check(cudaGetLastError());
}
void scan_counts(int* counts, int stretches, int* total) {
    scan<<<1, scan_threads>>>(counts, stretches, total);
    check(cudaGetLastError());
}
void copy_kept(const int* values, int n, int threshold, const int* before, int* kept) {
    if (n > 0) copy<<<(stretches_for(n) + 7) / 8, 256>>>(values, n, stretch_for(n), threshold, before, kept);
    check(cudaGetLastError());
}
void keep(const int* values, int n, int threshold, int* work, int* kept, int* total) {
    count_kept(values, n, threshold, work);
    scan_counts(work, stretches_for(n), total);
    copy_kept(values, n, threshold, work, kept);
}

// Lane 0 has the tile before; a scan over the lanes in place of ballots.
__device__ int look_back(volatile unsigned* states, int tile, unsigned own) {
    const int lane = threadIdx.x % 32;
    if (lane == 0) states[tile] = tile_alone | own;
    int before = 0;
    bool done = tile == 0;
    for (int nearest = tile - 1; !done; nearest -= 32) {
        unsigned state = up_to_here;
        if (nearest >= lane)
            while ((state = states[nearest - lane]) == 0) __nanosleep(20);
        bool open = true; // no nearer lane has ended it
        for (int l = 0; l < 32 && open; ++l) {
            const unsigned of_lane = __shfl_sync(0xffffffffu, state, l);
            before += static_cast<int>(of_lane & count_bits);
            open = of_lane < up_to_here;
        }
        done = !open;
    }
    if (lane == 0) states[tile] = up_to_here | (before + own);
    return before;
}

__global__ void once(unsigned* states, int tile, int own, int late_tile, unsigned late,
                     int* before) {
    if (threadIdx.x >= 32) {
        volatile unsigned* seen = states;
        if (late != 0 && threadIdx.x == 32) {
            while (seen[tile] < tile_alone) __nanosleep(20);
            seen[late_tile] = late;
        }
    } else {
        const int sum = look_back(states, tile, own);
        if (threadIdx.x == 0) *before = sum;
    }
}

void look_back_once(unsigned* states, int tile, int own, int late_tile, unsigned late,
                    int* before) {
    once<<<1, 64>>>(states, tile, own, late_tile, late, before);
    check(cudaGetLastError());
}

// Eight values in a row for each of 1024 threads.
__global__ void one_pass(const int* values, int n, int threshold, unsigned* states, unsigned* tickets, int* kept, int* total) {
    using Scan = cub::BlockScan<int, 1024>;
    __shared__ Scan::TempStorage storage;
    __shared__ int tile, before_tile;
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int first = tile * tile_size + 8 * threadIdx.x;
    const int4 a = four(values, first, n), b = four(values, first + 4, n);
    const int value[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    int own = 0, place, sum;
    for (const int v : value) own += wanted(v, threshold);
    Scan(storage).ExclusiveSum(own, place, sum);
    if (threadIdx.x < 32) {
        const int before = look_back(states, tile, sum);
        if (threadIdx.x == 0) {
            before_tile = before;
            if (tile == static_cast<int>(gridDim.x) - 1) *total = before + sum;
        }
    }
    __syncthreads();
    place += before_tile;
    for (const int v : value)
        if (wanted(v, threshold)) kept[place++] = v;
}

void keep_in_one_pass(const int* values, int n, int threshold, unsigned* work, int* kept, int* total) {
    const int tiles = tiles_for(n);
    if (tiles == 0) {
        check(cudaMemsetAsync(total, 0, sizeof(int)));
        return;
    }
    check(cudaMemsetAsync(work, 0, (tiles + 1) * sizeof(unsigned)));
    one_pass<<<tiles, 1024>>>(values, n, threshold, work, work + tiles, kept, total);
    check(cudaGetLastError());
}
