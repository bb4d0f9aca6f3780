// Lesson 67: the k largest of each row. README.md explains; fill in the five regions marked TODO.
#include "top_k.hpp"

#include "wire/cuda_check.hpp"

#include <cstddef>

constexpr unsigned all_lanes = 0xffffffff;
constexpr unsigned sign = 0x80000000;

// The entry of a value at a place, and back.
__device__ Entry entry_of(float value, int place) {
    // TODO 1: the ordered bits of the value in the upper half, ~place in the lower one.
    return Entry{__float_as_uint(value)} << 32 | static_cast<unsigned>(place);
    // end of TODO 1
}
__device__ float value_of(Entry entry) {
    const unsigned ordered = entry >> 32;
    return __uint_as_float(ordered & sign ? ordered & ~sign : ~ordered);
}
__device__ int place_of(Entry entry) { return static_cast<int>(~static_cast<unsigned>(entry)); }

// Called by all threads of a block.
__device__ void count_digit_in_block(const Entry* entries, int count, Selection selection,
                                     int* bins) {
    const int d = threadIdx.x; // a thread for each digit
    // TODO 2: the next digit of each entry that begins with the prefix, counted.
    bins[d] = 0;
    __syncthreads();
    // end of TODO 2
}

// The inclusive scan of the values that the threads of a block bring, and their total, for all of
// them: as in lesson 42.
__device__ int scan_block(int own, int& total) {
    constexpr int warps = threads_per_block / 32;
    __shared__ int sums[warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, own, distance);
        if (lane >= distance) own += left;
    }
    if (lane == 31) sums[warp] = own;
    __syncthreads();
    total = 0;
    for (int w = 0; w < warps; ++w) {
        if (w == warp) own += total;
        total += sums[w];
    }
    __syncthreads(); // the next call writes `sums` again
    return own;
}

// Called by all threads of a block; returns the same to all of them.
__device__ Selection choose_digit_in_block(const int* bins, Selection selection) {
    __shared__ Selection chosen;
    const int d = threadIdx.x;
    int total;
    const int up_to_d = scan_block(bins[d], total);
    const int above = total - up_to_d; // entries with a larger digit than d
    // TODO 3: the thread that has the digit wanted writes the selection with one digit more.
    if (d == 0 && above >= 0) chosen = {0, selection.bits - digit_bits, selection.still_in_k};
    // end of TODO 3
    __syncthreads();
    const Selection result = chosen;
    __syncthreads(); // the next call writes `chosen` again
    return result;
}

// The k-th largest of the entries, for all threads of a block, which all call it.
__device__ Entry kth_largest(const Entry* entries, int count, int k) {
    __shared__ int bins[digits];
    Selection selection{0, 64, k};
    while (selection.bits > 0) {
        count_digit_in_block(entries, count, selection, bins);
        selection = choose_digit_in_block(bins, selection);
    }
    return selection.prefix;
}

// Called by all threads of a block: the k largest of the entries, which are in shared or in global
// memory, become the first k, in any order. Returns the smallest of them.
__device__ Entry keep_largest_in_block(Entry* entries, int count, int k) {
    const int t = threadIdx.x;
    const Entry smallest = kth_largest(entries, count, k);
    // TODO 4: those that are not below `smallest` become the first k.
    if (t == 0 && entries[0] < smallest) entries[0] = smallest;
    // end of TODO 4
    __syncthreads();
    return smallest;
}

// A block for each row.
__global__ void top_k_kernel(const float* __restrict__ values, int columns, int k,
                             float* __restrict__ best, int* __restrict__ places) {
    __shared__ Entry entries[room];
    __shared__ int shared_count;
    const int t = threadIdx.x;
    values += static_cast<std::ptrdiff_t>(blockIdx.x) * columns;
    best += static_cast<std::ptrdiff_t>(blockIdx.x) * k;
    places += static_cast<std::ptrdiff_t>(blockIdx.x) * k;
    if (t == 0) shared_count = 0;
    __syncthreads();
    int count = 0;       // of entries, the same in all threads
    Entry threshold = 0; // what is not above it cannot be among the k largest
    for (int tile = 0; tile < columns; tile += tile_size) {
        float value[rounds];
#pragma unroll
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            if (i < columns) value[j] = values[i];
        }
        // TODO 5: entries above the threshold join; if there might be no room, keep the k largest.
        const Entry entry = entry_of(value[0], t);
        if (tile == 0 && t < columns && entry > threshold) entries[t] = entry;
        if (t == 0) shared_count = min(columns, threads_per_block);
        __syncthreads();
        count = shared_count;
        __syncthreads();
        // end of TODO 5
    }
    keep_largest_in_block(entries, count, k);
    // As many entries are larger as stand before it.
    if (t < k) {
        int rank = 0;
        for (int i = 0; i < k; ++i) rank += entries[i] > entries[t];
        best[rank] = value_of(entries[t]);
        places[rank] = place_of(entries[t]);
    }
}

void top_k(const float* values, int rows, int columns, int k, float* best, int* places) {
    if (rows == 0) return;
    top_k_kernel<<<rows, threads_per_block>>>(values, columns, k, best, places);
    check(cudaGetLastError());
}

// The kernels that show single steps.
__global__ void entries_kernel(const float* values, int n, Entry* entries) {
    const int i = blockIdx.x * threads_per_block + threadIdx.x;
    if (i < n) entries[i] = entry_of(values[i], i);
}

__global__ void count_kernel(const Entry* entries, int count, Selection selection, int* bins) {
    __shared__ int shared_bins[digits];
    count_digit_in_block(entries, count, selection, shared_bins);
    bins[threadIdx.x] = shared_bins[threadIdx.x];
}

__global__ void choose_kernel(const int* bins, Selection selection, Selection* after) {
    const Selection chosen = choose_digit_in_block(bins, selection);
    if (threadIdx.x == 0) *after = chosen;
}

__global__ void keep_kernel(Entry* entries, int count, int k) {
    keep_largest_in_block(entries, count, k);
}

void make_entries(const float* values, int n, Entry* entries) {
    if (n == 0) return;
    const int blocks = (n + threads_per_block - 1) / threads_per_block;
    entries_kernel<<<blocks, threads_per_block>>>(values, n, entries);
    check(cudaGetLastError());
}

void count_digit(const Entry* entries, int count, Selection selection, int* bins) {
    count_kernel<<<1, threads_per_block>>>(entries, count, selection, bins);
    check(cudaGetLastError());
}

void choose_digit(const int* bins, Selection selection, Selection* after) {
    choose_kernel<<<1, threads_per_block>>>(bins, selection, after);
    check(cudaGetLastError());
}

void keep_largest(Entry* entries, int count, int k) {
    keep_kernel<<<1, threads_per_block>>>(entries, count, k);
    check(cudaGetLastError());
}
