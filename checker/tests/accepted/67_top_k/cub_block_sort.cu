// Accepted: no select: a tile and the k best so far are sorted by CUB; the single steps by CUB's and by plain loops
#include "top_k.hpp"

#include "wire/cuda_check.hpp"

#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_scan.cuh>

__device__ Entry to_entry(float value, int place) {
    const unsigned bits = __float_as_uint(value);
    return Entry{bits >> 31 ? ~bits : bits | 1u << 31} << 32 | ~static_cast<unsigned>(place);
}

__global__ void make(const float* values, int n, Entry* entries) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) entries[i] = to_entry(values[i], i);
}

__global__ void count(const Entry* entries, int n, Selection s, int* bins) {
    int own = 0; // thread d counts digit d by itself
    for (int i = 0; i < n; ++i) {
        const bool begins = s.bits == 64 || entries[i] >> s.bits == s.prefix >> s.bits;
        own += begins && (entries[i] >> (s.bits - 8) & 255) == threadIdx.x;
    }
    bins[threadIdx.x] = own;
}

__global__ void choose(const int* bins, Selection s, Selection* after) {
    using Scan = cub::BlockScan<int, 256>;
    __shared__ Scan::TempStorage storage;
    const int digit = 255 - static_cast<int>(threadIdx.x), own = bins[digit]; // the largest digit first
    int above;
    Scan(storage).ExclusiveSum(own, above);
    if (above < s.still_in_k && above + own >= s.still_in_k)
        *after = {s.prefix | static_cast<Entry>(digit) << (s.bits - 8), s.bits - 8, s.still_in_k - above};
}

using Sort = cub::BlockRadixSort<Entry, 256, 12>;

__global__ void keep(Entry* entries, int n, int k) {
    __shared__ Sort::TempStorage storage;
    Entry own[12];
    for (int j = 0; j < 12; ++j) {
        const int i = 12 * threadIdx.x + j;
        own[j] = i < n ? entries[i] : 0;
    }
    Sort(storage).SortDescending(own);
    for (int j = 0; j < 12; ++j)
        if (static_cast<int>(12 * threadIdx.x) + j < k) entries[12 * threadIdx.x + j] = own[j];
}

// 64 places of the 3072 keep what is best so far; the row is read by neighbours.
__global__ void rows(const float* values, int columns, int k, float* best, int* places) {
    __shared__ Sort::TempStorage storage;
    __shared__ Entry so_far[most_k];
    const int t = threadIdx.x;
    const float* row = values + static_cast<long long>(blockIdx.x) * columns;
    if (t < most_k) so_far[t] = 0;
    __syncthreads();
    for (int tile = 0; tile < columns; tile += 11 * 256) {
        Entry own[12];
        for (int j = 0; j < 11; ++j) {
            const int i = tile + j * 256 + t;
            own[j] = i < columns ? to_entry(row[i], i) : 0;
        }
        own[11] = t < k ? so_far[t] : 0;
        __syncthreads();
        Sort(storage).SortDescending(own);
        for (int j = 0; j < 12; ++j)
            if (12 * t + j < k) so_far[12 * t + j] = own[j];
        __syncthreads();
    }
    if (t < k) {
        const unsigned ordered = so_far[t] >> 32;
        best[blockIdx.x * k + t] = __uint_as_float(ordered >> 31 ? ordered ^ 1u << 31 : ~ordered);
        places[blockIdx.x * k + t] = static_cast<int>(~static_cast<unsigned>(so_far[t]));
    }
}

void make_entries(const float* values, int n, Entry* entries) {
    if (n > 0) make<<<(n + 1023) / 1024, 1024>>>(values, n, entries);
    check(cudaGetLastError());
}
void count_digit(const Entry* entries, int n, Selection selection, int* bins) {
    count<<<1, 256>>>(entries, n, selection, bins);
    check(cudaGetLastError());
}
void choose_digit(const int* bins, Selection selection, Selection* after) {
    choose<<<1, 256>>>(bins, selection, after);
    check(cudaGetLastError());
}
void keep_largest(Entry* entries, int n, int k) {
    keep<<<1, 256>>>(entries, n, k);
    check(cudaGetLastError());
}
void top_k(const float* values, int rows_, int columns, int k, float* best, int* places) {
    if (rows_ > 0) rows<<<rows_, 256>>>(values, columns, k, best, places);
    check(cudaGetLastError());
}
