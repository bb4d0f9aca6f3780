// Lesson 67, further: a bound from the first values of a row, so that few values have to be put
// down, vectors of 16 bytes, and one barrier for each round, which asks for the next one's values
// before it looks at its own. When some more than k have been put down, their ranks give a higher
// bound. The select is needed where values rise.
#include "top_k.hpp"

#define top_k top_k_by_select
#include "top_k.cu"
#undef top_k

#include <cstdint>

constexpr int floats_of_vector = 4;
constexpr int vectors = 4; // of a thread in a round
constexpr int round_size = vectors * floats_of_vector * threads_per_block;
constexpr int many = 192; // entries that are worth a new bound; more than most_k
constexpr int few = 512;  // for which counting is quicker than the select
constexpr int pairs = threads_per_block / 2;
static_assert(most_k <= pairs && most_k < many && few <= 2 * threads_per_block);

struct alignas(16) Four {
    float of[floats_of_vector];
};

// Called by all threads of a block, each with the largest of its values in the order of entries. Of
// those of two neighbours together, the k-th largest: at least k values are as large, so no entry
// below it is among the k largest. Upper halves of entries are enough for that, four by each load.
__device__ Entry bound_of(unsigned own, int k, unsigned* largest) {
    __shared__ unsigned bound;
    own = max(own, __shfl_xor_sync(all_lanes, own, 1));
    if (threadIdx.x % 2 == 0) largest[threadIdx.x / 2] = own;
    __syncthreads();
    if (threadIdx.x < pairs) {
        own = largest[threadIdx.x];
        int above = 0, as_large = 0;
#pragma unroll 4
        for (int t = 0; t < pairs; t += 4) {
            const uint4 four = *reinterpret_cast<const uint4*>(largest + t);
            for (const unsigned other : {four.x, four.y, four.z, four.w}) {
                above += other > own;
                as_large += other >= own;
            }
        }
        if (above < k && k <= as_large) bound = own; // if equal ones do, they write the same
    }
    __syncthreads();
    return Entry{bound} << 32;
}

// Called by all threads of a block, for at most two entries of each: the k largest become the first
// k, largest first. As many entries are larger as stand before one of them.
__device__ void keep_by_rank(Entry* entries, int count, int k) {
    Entry own[2];
    int rank[2] = {k, k};
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        const int e = threadIdx.x + j * threads_per_block;
        if (e >= count) break;
        own[j] = entries[e];
        rank[j] = 0;
#pragma unroll 4
        for (int other = 0; other < count; ++other) rank[j] += entries[other] > own[j];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        if (rank[j] < k) entries[rank[j]] = own[j];
    }
    __syncthreads();
}

// The same for any number of entries; returns the smallest that is kept.
__device__ Entry keep_largest_of(Entry* entries, int count, int k) {
    if (count > few) {
        keep_largest_in_block(entries, count, k);
        count = k;
    }
    keep_by_rank(entries, count, k);
    return entries[k - 1];
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
// Unsigned, since behind a long row it may be above 2^31.
__device__ unsigned place_in_row(unsigned first, int j, int i) {
    return first + (j * threads_per_block + threadIdx.x) * floats_of_vector + i;
}

// What a thread has of a row in a round; nothing behind the row.
struct Round {
    Four of[vectors];
    __device__ Round(const Four* row, unsigned first, unsigned columns) {
#pragma unroll
        for (int j = 0; j < vectors; ++j) {
            const unsigned place = place_in_row(first, j, 0);
            if (place < columns) of[j] = row[place / floats_of_vector];
        }
    }
};

// A block for each row, which begins at a multiple of 16 bytes and has whole vectors. Four blocks
// per multiprocessor leave enough registers for two rounds.
__global__ void __launch_bounds__(threads_per_block, 4)
    bounded_kernel(const float* __restrict__ values, unsigned columns, int k,
                   float* __restrict__ best, int* __restrict__ places) {
    __shared__ alignas(16) Entry entries[round_size + many];
    __shared__ int count;
    const auto row = static_cast<std::ptrdiff_t>(blockIdx.x);
    const auto* const fours = reinterpret_cast<const Four*>(values + row * columns);
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    Wanted wanted(0); // all
    Round next(fours, 0, columns);
    for (unsigned first = 0; first < columns; first += round_size) {
        const Round own = next;
        next = Round(fours, first + round_size, columns);
        if (first == 0 && round_size <= columns) {
            unsigned largest = 0;
#pragma unroll
            for (const Four& four : own.of)
                for (const float value : four.of)
                    largest = max(largest, static_cast<unsigned>(entry_of(value, 0) >> 32));
            wanted = Wanted(bound_of(largest, k, reinterpret_cast<unsigned*>(entries)));
        }
        bool are_many = false;
#pragma unroll
        for (int j = 0; j < vectors; ++j) {
            if (place_in_row(first, j, 0) >= columns) break;
#pragma unroll
            for (int i = 0; i < floats_of_vector; ++i) {
                if (!wanted.may_be(own.of[j].of[i])) continue;
                const Entry entry = entry_of(own.of[j].of[i], place_in_row(first, j, i));
                if (entry < wanted.bound) continue;
                const int place = atomicAdd(&count, 1);
                entries[place] = entry;
                are_many |= place >= many;
            }
        }
        if (__syncthreads_or(are_many)) {
            wanted = Wanted(keep_largest_of(entries, count, k));
            if (threadIdx.x == 0) count = k;
            __syncthreads();
        }
    }
    keep_largest_of(entries, count, k);
    if (threadIdx.x < k) {
        best[row * k + threadIdx.x] = value_of(entries[threadIdx.x]);
        places[row * k + threadIdx.x] = place_of(entries[threadIdx.x]);
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
    bounded_kernel<<<rows, threads_per_block>>>(values, static_cast<unsigned>(columns), k, best,
                                                places);
    check(cudaGetLastError());
}
