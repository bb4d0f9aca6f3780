// Lesson 67, further: a bound from the first values of a row, so that few values have to be put
// down, vectors of 16 bytes, and one barrier for each round. The select is needed where values
// rise.
#include "top_k.hpp"

#define top_k top_k_by_select
#include "top_k.cu"
#undef top_k

#include <cstdint>

constexpr int floats_of_vector = 4;
constexpr int long_row = 1 << 16; // more vectors of a thread in a round are worth their registers
constexpr int most_kept = 1024;   // between two rounds
constexpr int few = 512;          // for which counting is quicker than the select
static_assert(most_k <= threads_per_block);

struct alignas(16) Four {
    float of[floats_of_vector];
};

// Called by all threads of a block, each with the largest of its entries: the k-th largest of
// these. At least k entries are as large, so no smaller one is among the k largest.
__device__ Entry bound_of(Entry own, int k, Entry* largest) {
    __shared__ Entry bound;
    largest[threadIdx.x] = own;
    __syncthreads();
    int above = 0;
#pragma unroll 8
    for (int t = 0; t < threads_per_block; ++t) above += largest[t] > own;
    if (above == k - 1) bound = own;
    __syncthreads();
    return bound;
}

// What is looked for: entries of at least `bound`. Most values are told by a comparison of floats,
// which lets through what it cannot tell: a NaN, and any value beside one.
struct Wanted {
    Entry bound;
    float least;
    __device__ explicit Wanted(Entry lowest) : bound(lowest), least(value_of(lowest)) {}
    __device__ bool may_be(float value) const { return !(value < least); }
};

// The place in the row of float i of a thread's vector j, in the round that begins at `first`.
__device__ int place_in_row(int first, int j, int i) {
    return first + (j * threads_per_block + static_cast<int>(threadIdx.x)) * floats_of_vector + i;
}

// A block for each row, which begins at a multiple of 16 bytes and has whole vectors. As many
// blocks per multiprocessor as shared memory has room for.
template <int vectors>
__global__ void __launch_bounds__(threads_per_block, vectors == 4 ? 5 : 8)
    bounded_kernel(const float* __restrict__ values, int columns, int k, float* __restrict__ best,
                   int* __restrict__ places) {
    constexpr int round_size = vectors * floats_of_vector * threads_per_block;
    __shared__ Entry entries[round_size + most_kept];
    __shared__ int count;
    const auto row = static_cast<std::ptrdiff_t>(blockIdx.x);
    const auto* const fours = reinterpret_cast<const Four*>(values + row * columns);
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    Wanted wanted(0); // all
    for (int first = 0; first < columns; first += round_size) {
        Four own[vectors];
#pragma unroll
        for (int j = 0; j < vectors; ++j) {
            const int place = place_in_row(first, j, 0);
            if (place < columns) own[j] = fours[place / floats_of_vector];
        }
        if (first == 0 && round_size <= columns) {
            Entry largest = 0;
#pragma unroll
            for (int j = 0; j < vectors; ++j)
                for (int i = 0; i < floats_of_vector; ++i)
                    largest = max(largest, entry_of(own[j].of[i], place_in_row(first, j, i)));
            wanted = Wanted(bound_of(largest, k, entries));
        }
        bool is_full = false;
#pragma unroll
        for (int j = 0; j < vectors; ++j) {
            if (place_in_row(first, j, 0) >= columns) break;
#pragma unroll
            for (int i = 0; i < floats_of_vector; ++i) {
                if (!wanted.may_be(own[j].of[i])) continue;
                const Entry entry = entry_of(own[j].of[i], place_in_row(first, j, i));
                if (entry < wanted.bound) continue;
                const int place = atomicAdd(&count, 1);
                entries[place] = entry;
                is_full |= place >= most_kept;
            }
        }
        if (__syncthreads_or(is_full)) {
            wanted = Wanted(keep_largest_in_block(entries, count, k));
            if (threadIdx.x == 0) count = k;
            __syncthreads();
        }
    }
    int left = count;
    if (left > few) {
        keep_largest_in_block(entries, left, k);
        left = k;
    }
    // As many entries are larger as stand before it.
    for (int e = threadIdx.x; e < left; e += threads_per_block) {
        const Entry own = entries[e];
        int rank = 0;
#pragma unroll 4
        for (int other = 0; other < left; ++other) rank += entries[other] > own;
        if (rank >= k) continue;
        best[row * k + rank] = value_of(own);
        places[row * k + rank] = place_of(own);
    }
}

static bool begins_well(const float* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(Four) == 0;
}

void top_k(const float* values, int rows, int columns, int k, float* best, int* places) {
    if (rows == 0 || columns % floats_of_vector != 0 || !begins_well(values)) {
        top_k_by_select(values, rows, columns, k, best, places);
        return;
    }
    const auto kernel = columns >= long_row ? bounded_kernel<4> : bounded_kernel<2>;
    kernel<<<rows, threads_per_block>>>(values, columns, k, best, places);
    check(cudaGetLastError());
}
