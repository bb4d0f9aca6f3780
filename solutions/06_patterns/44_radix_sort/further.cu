// Lesson 44, further: larger tiles, whose keys and values are asked for together; two chains of
// counts in each warp; and fewer registers, so that more warps are there to wait.
#include "radix_sort.hpp"

#define sort_by_digit sort_by_digit_plainly
#define sort sort_plainly
#define sort_floats sort_floats_plainly
#include "radix_sort.cu"
#undef sort_by_digit
#undef sort
#undef sort_floats

constexpr int large_threads = 384;
constexpr int large_rounds = 16; // keys of a thread in a tile
constexpr int half_rounds = large_rounds / 2;
constexpr int large_tile = large_threads * large_rounds;
constexpr int halves = 2 * large_threads / warp_size; // of warps: the first rounds, and the others

struct Large {
    int count[halves][digits]; // as in place_tile(), of half warps
    int offset[digits];
    std::uint32_t bits[large_tile], values[large_tile];
};

// The lanes of the warp whose digit is this one: a vote for each bit.
__device__ unsigned lanes_with(int digit) {
    unsigned same = all_lanes;
#pragma unroll
    for (int bit = 0; bit < digit_bits; ++bit) {
        const bool is_one = digit >> bit & 1;
        const unsigned ones = __ballot_sync(all_lanes, is_one);
        same &= is_one ? ones : ~ones;
    }
    return same;
}

// As rank_in_warp, but the second half of the rounds counts for itself: a round waits for the count
// of the one before, and so two rounds wait at a time.
__device__ void rank_halves(const std::uint32_t (&bits)[large_rounds], int shift, int* first,
                            int* second, int (&rank)[large_rounds]) {
#pragma unroll
    for (int j = 0; j < half_rounds; ++j) {
        const int p = digit_of(bits[j], shift), q = digit_of(bits[j + half_rounds], shift);
        const unsigned same_p = lanes_with(p), same_q = lanes_with(q);
        const unsigned lower_p = same_p & lower_lanes(), lower_q = same_q & lower_lanes();
        const int before_p = first[p], before_q = second[q];
        __syncwarp();
        if (lower_p == 0) first[p] = before_p + __popc(same_p);
        if (lower_q == 0) second[q] = before_q + __popc(same_q);
        __syncwarp();
        rank[j] = before_p + __popc(lower_p);
        rank[j + half_rounds] = before_q + __popc(lower_q);
    }
}

// The exclusive scan of what the threads of digits bring, the first `digits` ones; others get
// anything. All threads of the block call it.
__device__ int scan_digits(int own) {
    __shared__ int sums[warps];
    const int lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
    int sum = own;
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const int left = __shfl_up_sync(all_lanes, sum, distance);
        if (lane >= distance) sum += left;
    }
    if (lane == warp_size - 1 && warp < warps) sums[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warps; ++w) {
        if (w < warp) sum += sums[w];
    }
    __syncthreads(); // the next call writes `sums` again
    return sum - own;
}

template <typename Key>
__global__ void __launch_bounds__(large_threads, 2)
    large_scatter_kernel(const Key* __restrict__ keys, const std::uint32_t* __restrict__ values,
                         int n, int stretch, int shift, const int* __restrict__ counts,
                         const int* __restrict__ totals, Key* __restrict__ sorted_keys,
                         std::uint32_t* __restrict__ sorted_values) {
    extern __shared__ Large large[]; // one
    const int t = threadIdx.x, lane = t % warp_size, warp = t / warp_size;
    const bool has_digit = t < digits;
    const int begin = blockIdx.x * stretch, end = min(n, begin + stretch);
    int next = scan_digits(has_digit ? totals[t] : 0);
    if (has_digit) next += counts[t * gridDim.x + blockIdx.x];
    for (int tile = begin; tile < end; tile += large_tile) {
        const int first = tile + warp * large_rounds * warp_size + lane;
        const int left = end - first; // from the thread's first key on
        const Key* const own_keys = keys + first;
        const std::uint32_t* const own_values = values + first;
        std::uint32_t bits[large_rounds], value[large_rounds];
        int rank[large_rounds];
#pragma unroll
        for (int j = 0; j < large_rounds; ++j)
            bits[j] = j * warp_size < left ? ordered(own_keys[j * warp_size]) : 0xffffffff; // last
#pragma unroll
        for (int j = 0; j < large_rounds; ++j)
            value[j] = j * warp_size < left ? own_values[j * warp_size] : 0;
        int* const first_half = large->count[2 * warp];
        int* const second_half = large->count[2 * warp + 1];
        for (int d = lane; d < digits; d += warp_size) first_half[d] = second_half[d] = 0;
        __syncwarp();
        rank_halves(bits, shift, first_half, second_half, rank);
        __syncthreads();
        int sum = 0;
        for (int h = 0; has_digit && h < halves; ++h) sum += large->count[h][t];
        int place = scan_digits(sum);
        if (has_digit) {
            large->offset[t] = next - place;
            next += sum;
            for (int h = 0; h < halves; ++h) {
                const int own = large->count[h][t];
                large->count[h][t] = place;
                place += own;
            }
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < large_rounds; ++j) {
            const int* const places = j < half_rounds ? first_half : second_half;
            const int to = places[digit_of(bits[j], shift)] + rank[j];
            large->bits[to] = bits[j];
            large->values[to] = value[j];
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < large_rounds; ++j) {
            const int from = j * large_threads + t;
            const int to = large->offset[digit_of(large->bits[from], shift)] + from;
            if (j * large_threads < end - tile - t) {
                restore(large->bits[from], sorted_keys[to]);
                sorted_values[to] = large->values[from];
            }
        }
        __syncthreads(); // the next tile is put down in its place
    }
}

template <typename Key>
static void large_pass(const Key* keys, const std::uint32_t* values, int n, int stretch, int shift,
                       int* counts, int* totals, Key* sorted_keys, std::uint32_t* sorted_values) {
    if (n == 0) return;
    const int blocks = blocks_for(n, stretch);
    count_any(keys, n, stretch, shift, counts);
    scan_counts(counts, blocks, totals);
    check(cudaFuncSetAttribute(large_scatter_kernel<Key>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Large)));
    large_scatter_kernel<<<blocks, large_threads, sizeof(Large)>>>(
        keys, values, n, stretch, shift, counts, totals, sorted_keys, sorted_values);
    check(cudaGetLastError());
}

template <typename Key>
static void all_large_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys,
                             std::uint32_t* other_values, int* counts, int* totals) {
    const int stretch = stretch_for(n);
    for (int shift = 0; shift < 32; shift += 2 * digit_bits) {
        large_pass(keys, values, n, stretch, shift, counts, totals, other_keys, other_values);
        large_pass(other_keys, other_values, n, stretch, shift + digit_bits, counts, totals, keys,
                   values);
    }
}

void sort_by_digit(const std::uint32_t* keys, const std::uint32_t* values, int n, int stretch,
                   int shift, int* counts, int* totals, std::uint32_t* sorted_keys,
                   std::uint32_t* sorted_values) {
    large_pass(keys, values, n, stretch, shift, counts, totals, sorted_keys, sorted_values);
}

void sort(std::uint32_t* keys, std::uint32_t* values, int n, std::uint32_t* other_keys,
          std::uint32_t* other_values, int* counts, int* totals) {
    all_large_passes(keys, values, n, other_keys, other_values, counts, totals);
}

void sort_floats(float* keys, std::uint32_t* values, int n, float* other_keys,
                 std::uint32_t* other_values, int* counts, int* totals) {
    all_large_passes(keys, values, n, other_keys, other_values, counts, totals);
}
