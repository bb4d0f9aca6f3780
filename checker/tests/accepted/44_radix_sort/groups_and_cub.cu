// Accepted: labelled groups of lanes; CUB's scan of a block; the bits of floats by an arithmetic shift
// Replaces
//| #include "wire/cuda_check.hpp"
#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cub/block/block_scan.cuh>
// end of Replaces
    // Solution 3
    const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const auto equal = cooperative_groups::labeled_partition(warp, digit);
        const int before = count[digit];
        equal.sync();
        if (equal.thread_rank() == 0) count[digit] = before + equal.size();
        rank[j] = before + equal.thread_rank();
        warp.sync();
    }
    // end of Solution 3
    // Solution 4
    using Scan = cub::BlockScan<int, threads_per_block>;
    __shared__ Scan::TempStorage storage;
    int of_warp[warps], sum = 0, place;
    for (int w = 0; w < warps; ++w) sum += of_warp[w] = count[w][d];
    Scan(storage).ExclusiveSum(sum, place);
    offset[d] = next - place;
    next += sum;
    for (int w = 0; w < warps; place += of_warp[w++]) count[w][d] = place;
    __syncthreads();
    // end of Solution 4
// Solution 5
template <typename Key>
static void all_passes(Key* keys, std::uint32_t* values, int n, Key* other_keys, std::uint32_t* other_values, int* counts,
                       int* totals) {
    struct Side {
        Key* keys;
        std::uint32_t* values;
    } side[2] = {{keys, values}, {other_keys, other_values}};
    for (int p = 0; p < 4; ++p) {
        const Side from = side[p % 2], to = side[1 - p % 2];
        pass(from.keys, from.values, n, stretch_for(n), 8 * p, counts, totals, to.keys, to.values);
    }
}

__device__ std::uint32_t ordered(float key) {
    const int bits = __float_as_int(key);
    return bits ^ (bits >> 31 | 0x80000000); // the arithmetic shift repeats the sign
}

__device__ void restore(std::uint32_t bits, float& key) {
    const std::uint32_t mask = ((bits >> 31) - 1) | 0x80000000;
    key = __uint_as_float(bits ^ mask);
}
// end of Solution 5
