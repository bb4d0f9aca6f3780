// Lesson 44: sorting by digits. README.md explains; fill in the five regions marked TODO.
#include "radix_sort.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned all_lanes = 0xffffffff;

__device__ int digit_of(std::uint32_t bits, int shift) { return bits >> shift & (digits - 1); }

// Keys are sorted as bits that have the same order. An unsigned number is in order as it is.
__device__ std::uint32_t ordered(std::uint32_t key) { return key; }
__device__ void restore(std::uint32_t bits, std::uint32_t& key) { key = bits; }
// Yours, at the end of this file.
__device__ std::uint32_t ordered(float key);
__device__ void restore(std::uint32_t bits, float& key);

template <typename Key>
__global__ void count_kernel(const Key* __restrict__ keys, int n, int stretch, int shift,
                             int* __restrict__ counts) {
    __shared__ int bins[digits];
    const int begin = blockIdx.x * stretch;
    const int end = min(n, begin + stretch);
    const int d = threadIdx.x; // a thread for each digit
    // Solution 1: lesson 29's histogram of a block. Unrolled, the loop asks for eight keys before
    // it waits for the first.
    bins[d] = 0;
    __syncthreads();
#pragma unroll 8
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block) {
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    }
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
}

// The inclusive scan of the values that the threads of a block bring, and their total, for all of
// them: as in lesson 42.
__device__ int scan_block(int own, int& total) {
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

// A block for each digit.
__global__ void scan_kernel(int* counts, int blocks, int* totals) {
    int* const row = counts + blockIdx.x * blocks;
    // Solution 2: lesson 42's second launch, for each row by itself.
    int before = 0;
    for (int first = 0; first < blocks; first += threads_per_block) {
        const int b = first + static_cast<int>(threadIdx.x);
        const int own = b < blocks ? row[b] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (b < blocks) row[b] = before + sum - own;
        before += of_round;
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = before;
    // end of Solution 2
}

// The bits of the lanes below this one.
__device__ unsigned lower_lanes() { return (1u << threadIdx.x % warp_size) - 1; }

// Called by all lanes of a warp. bits[j] is the lane's key of round j: keys of earlier rounds, and
// in a round those of lower lanes, come before it. rank[j] becomes how many keys of the warp before
// it have the same digit; count[d], which is 0 at first, how many keys of the warp have digit d.
__device__ void rank_in_warp(const std::uint32_t (&bits)[rounds], int shift, int* count,
                             int (&rank)[rounds]) {
    // Solution 3: lanes with equal digits find each other. All of them read the count of earlier
    // rounds before the lowest one raises it; and all rounds see it raised.
#pragma unroll
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const unsigned lower = same & lower_lanes();
        const int before = count[digit];
        __syncwarp();
        if (lower == 0) count[digit] = before + __popc(same);
        __syncwarp();
        rank[j] = before + __popc(lower);
    }
    // end of Solution 3
}

// Where the keys of a tile go. Called by all threads of a block; thread d works for digit d.
//
//   count   [w][d]: how many keys of warp w have the digit d; becomes the place of the first of
//           them in the sorted tile
//   next    of thread d: the place, in the sorted array, of the tile's first key with digit d;
//           becomes that of the next tile's
//   offset  [d] becomes what has to be added to a place in the tile to get the place in the array
__device__ void place_tile(int (&count)[warps][digits], int& next, int (&offset)[digits]) {
    const int d = threadIdx.x;
    // Solution 4: before a key come those with smaller digits, then those with the same digit of
    // earlier warps. In the array the tile's keys with digit d lie side by side, too.
    int sum = 0;
    for (int w = 0; w < warps; ++w) sum += count[w][d];
    int of_tile;
    int place = scan_block(sum, of_tile) - sum;
    offset[d] = next - place;
    next += sum;
    for (int w = 0; w < warps; ++w) {
        const int own = count[w][d];
        count[w][d] = place;
        place += own;
    }
    // end of Solution 4
}

// Brings the keys of one tile into registers. Where there is no key any more: one that comes last.
template <typename Key>
__device__ void load_tile(const Key* __restrict__ keys, int first, int end,
                          std::uint32_t (&bits)[rounds]) {
#pragma unroll
    for (int j = 0; j < rounds; ++j) {
        const int i = first + j * warp_size;
        bits[j] = i < end ? ordered(keys[i]) : 0xffffffff;
    }
}

template <typename Key>
__global__ void scatter_kernel(const Key* __restrict__ keys,
                               const std::uint32_t* __restrict__ values, int n, int stretch,
                               int shift, const int* __restrict__ counts,
                               const int* __restrict__ totals, Key* __restrict__ sorted_keys,
                               std::uint32_t* __restrict__ sorted_values) {
    __shared__ int count[warps][digits], offset[digits];
    __shared__ std::uint32_t tile_bits[tile_size], tile_values[tile_size];
    const int d = threadIdx.x, lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    const int begin = blockIdx.x * stretch;
    const int end = min(n, begin + stretch);
    // The keys of this stretch with this thread's digit come behind all smaller digits, and behind
    // the same digit in the stretches before.
    int all;
    int next = scan_block(totals[d], all) - totals[d] + counts[d * gridDim.x + blockIdx.x];
    for (int tile = begin; tile < end; tile += tile_size) {
        const int first = tile + warp * rounds * warp_size + lane;
        std::uint32_t bits[rounds];
        int rank[rounds];
        load_tile(keys, first, end, bits);
        for (int w = 0; w < warps; ++w) count[w][d] = 0;
        __syncthreads();
        rank_in_warp(bits, shift, count[warp], rank);
        __syncthreads();
        place_tile(count, next, offset);
        __syncthreads();
        // The tile is sorted in shared memory first, so that neighbours write neighbours.
#pragma unroll
        for (int j = 0; j < rounds; ++j) {
            const int i = first + j * warp_size;
            const int place = count[warp][digit_of(bits[j], shift)] + rank[j];
            tile_bits[place] = bits[j];
            tile_values[place] = i < end ? values[i] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < rounds; ++j) {
            const int place = j * threads_per_block + static_cast<int>(threadIdx.x);
            const int to = offset[digit_of(tile_bits[place], shift)] + place;
            if (place < end - tile) {
                restore(tile_bits[place], sorted_keys[to]);
                sorted_values[to] = tile_values[place];
            }
        }
        __syncthreads(); // the next tile is put down in its place
    }
}

// One block shows the ranks of one tile.
__global__ void rank_kernel(const std::uint32_t* keys, int shift, int* ranks, int* warp_counts) {
    __shared__ int count[warps][digits];
    const int d = threadIdx.x, lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    const int first = warp * rounds * warp_size + lane;
    std::uint32_t bits[rounds];
    int rank[rounds];
    load_tile(keys, first, tile_size, bits);
    for (int w = 0; w < warps; ++w) count[w][d] = 0;
    __syncthreads();
    rank_in_warp(bits, shift, count[warp], rank);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < rounds; ++j) ranks[first + j * warp_size] = rank[j];
    for (int w = 0; w < warps; ++w) warp_counts[w * digits + d] = count[w][d];
}

template <typename Key>
static void count_any(const Key* keys, int n, int stretch, int shift, int* counts) {
    count_kernel<<<blocks_for(n, stretch), threads_per_block>>>(keys, n, stretch, shift, counts);
    check(cudaGetLastError());
}

void count_digits(const std::uint32_t* keys, int n, int stretch, int shift, int* counts) {
    if (n > 0) count_any(keys, n, stretch, shift, counts);
}

void scan_counts(int* counts, int blocks, int* totals) {
    scan_kernel<<<digits, threads_per_block>>>(counts, blocks, totals);
    check(cudaGetLastError());
}

void rank_tile(const std::uint32_t* keys, int shift, int* ranks, int* warp_counts) {
    rank_kernel<<<1, threads_per_block>>>(keys, shift, ranks, warp_counts);
    check(cudaGetLastError());
}

// The three launches for keys of any type.
template <typename Key>
static void pass(const Key* keys, const std::uint32_t* values, int n, int stretch, int shift,
                 int* counts, int* totals, Key* sorted_keys, std::uint32_t* sorted_values) {
    if (n == 0) return;
    const int blocks = blocks_for(n, stretch);
    count_any(keys, n, stretch, shift, counts);
    scan_counts(counts, blocks, totals);
    scatter_kernel<<<blocks, threads_per_block>>>(keys, values, n, stretch, shift, counts, totals,
                                                  sorted_keys, sorted_values);
    check(cudaGetLastError());
}

void sort_by_digit(const std::uint32_t* keys, const std::uint32_t* values, int n, int stretch,
                   int shift, int* counts, int* totals, std::uint32_t* sorted_keys,
                   std::uint32_t* sorted_values) {
    pass(keys, values, n, stretch, shift, counts, totals, sorted_keys, sorted_values);
}

// Solution 5: the lowest digit first: each pass keeps the order of the passes before where its own
// digits are equal. Four passes are an even number, so the last one writes the caller's arrays.
template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys,
                       std::uint32_t* other_values, int* counts, int* totals) {
    const int stretch = stretch_for(n);
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys,
             values);
    }
}

// The bits of floats above 0 are in order, and get the upper half of all numbers. Those of floats
// below 0 are in the order of their magnitude: all of them are turned round.
constexpr std::uint32_t sign = 0x80000000;

__device__ std::uint32_t ordered(float key) {
    const std::uint32_t bits = __float_as_uint(key);
    return bits & sign ? ~bits : bits | sign;
}

// The key that has these ordered bits.
__device__ void restore(std::uint32_t bits, float& key) {
    key = __uint_as_float(bits & sign ? bits & ~sign : ~bits);
}
// end of Solution 5

void sort(std::uint32_t* keys, std::uint32_t* values, int n, std::uint32_t* other_keys,
          std::uint32_t* other_values, int* counts, int* totals) {
    all_passes(keys, values, n, other_keys, other_values, counts, totals);
}

void sort_floats(float* keys, std::uint32_t* values, int n, float* other_keys,
                 std::uint32_t* other_values, int* counts, int* totals) {
    all_passes(keys, values, n, other_keys, other_values, counts, totals);
}
