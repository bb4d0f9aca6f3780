// Lesson 69, given: the tensor cores' instruction for bytes, and what a warp holds for it.
//
// Each lane has four bytes of a row in each register of A, and four bytes of a column in each
// register of B; the byte that stands first in memory is the lowest. Which rows and columns these
// are is specified: README.md has the picture.
#pragma once

struct FragmentA { // of 16 rows and 32 columns of A
    unsigned x[4];
};
struct FragmentB { // of 32 rows and 8 columns of B
    unsigned x[2];
};
struct Sums { // of 16 rows and 8 columns of C
    int x[4];
};

// sums += a b. All 32 lanes of the warp make this call together. The bytes have signs; sums are
// ints, and wrap around as ints on GPUs do.
__device__ inline void mma_m16n8k32(Sums& sums, const FragmentA& a, const FragmentB& b) {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(sums.x[0]), "+r"(sums.x[1]), "+r"(sums.x[2]), "+r"(sums.x[3])
        : "r"(a.x[0]), "r"(a.x[1]), "r"(a.x[2]), "r"(a.x[3]), "r"(b.x[0]), "r"(b.x[1]));
}
