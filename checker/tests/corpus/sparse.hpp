// What the programs with sparse matrices share: tiles of words, and macros for the products, so
// that a report names the line that has them.
#pragma once

#include "wgmma.hpp"

namespace corpus {

// 64 rows of 8 words (tf32) that are kept of 16, all 2, and 8 columns of 16 words, which count.
struct SparseTiles {
    alignas(128) float a[64 * 8];
    alignas(128) float b[8 * 16];
};
__device__ inline void fill(SparseTiles& tiles) {
    const int self = static_cast<int>(threadIdx.x);
    for (int i = self; i < 64 * 8; i += 128) tiles.a[i] = 2;
    // In pieces of 4 words: the columns of one piece, then the next piece.
    tiles.b[self] = static_cast<float>(self / 32 * 4 + self % 4);
}

} // namespace corpus

#define SPARSE_PRODUCT(d, a, b, metadata)                                                          \
    asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, "    \
                 "%1, %2, %3}, {%4, %4}, {%5, %5}, {%0, %1, %2, %3}, %6, 0;"                       \
                 : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                          \
                 : "r"(a), "r"(b), "r"(metadata))
#define SPARSE_GROUP_PRODUCT(d, a, b, metadata)                                                    \
    asm volatile("wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.tf32.tf32 {%0, %1, %2, %3}, %4, "   \
                 "%5, %6, 0, 1, 1, 1;"                                                             \
                 : "+f"((d)[0]), "+f"((d)[1]), "+f"((d)[2]), "+f"((d)[3])                          \
                 : "l"(a), "l"(b), "r"(metadata))
