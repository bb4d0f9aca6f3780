// What the programs with wgmma share: tiles of 64 * 16 and 16 * 8 halves, whose products are small
// integers, and the PTX around the product itself, which stands in the programs.
#pragma once

#include "corpus.hpp"

#include <cuda_fp16.h>

namespace corpus {

// A by rows and B by columns, in blocks of 8 rows of 16 bytes: two of them side by side along k.
struct Tiles {
    alignas(128) half a[64 * 16];
    alignas(128) half b[8 * 16];
};

__device__ inline int element(int line, int k) {
    return line / 8 * 128 + k / 8 * 64 + line % 8 * 8 + k % 8;
}
__device__ inline float value_of_a(int row, int k) { return static_cast<float>((row + k) % 5); }
__device__ inline float value_of_b(int k, int column) {
    return static_cast<float>((k * 3 + column) % 7);
}

// `first` to `first` + 127 are the threads that do it.
__device__ inline void fill(Tiles& tiles, int first = 0) {
    const int self = static_cast<int>(threadIdx.x) - first;
    for (int i = self; i < 64 * 16; i += 128)
        tiles.a[element(i / 16, i % 16)] = __float2half(value_of_a(i / 16, i % 16));
    tiles.b[element(self / 16, self % 16)] = __float2half(value_of_b(self % 16, self / 16));
}

__device__ inline unsigned long long descriptor(const void* tile, unsigned leading = 128,
                                                unsigned stride = 256,
                                                unsigned long long swizzle = 0) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    return (address & 0x3ffff) >> 4 | static_cast<unsigned long long>(leading >> 4) << 16 |
           static_cast<unsigned long long>(stride >> 4) << 32 | swizzle << 62;
}

__device__ inline void proxy_fence() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ inline void group_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int open>
__device__ void wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(open) : "memory");
}
// Fills the tile and makes it visible to products of the block's threads.
__device__ inline void make_ready(Tiles& tiles) {
    fill(tiles);
    proxy_fence();
    __syncthreads();
}

// Element i of a thread's four, of D.
__device__ inline int row_of(int i) {
    return static_cast<int>(threadIdx.x) % 128 / 32 * 16 + lane() / 4 + i / 2 * 8;
}
__device__ inline int column_of(int i) { return lane() % 4 * 2 + i % 2; }
__device__ inline float product_of(int row, int column) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += value_of_a(row, k) * value_of_b(k, column);
    return sum;
}
// Counts the elements that are not so many times the product.
__device__ inline void compare(const float (&d)[4], float times, int* wrong) {
    for (int i = 0; i < 4; ++i)
        if (d[i] != times * product_of(row_of(i), column_of(i))) atomicAdd(wrong, 1);
}

} // namespace corpus
