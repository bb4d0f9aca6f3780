// Lesson 59, given: a warpgroup's instructions, and the tiles in shared memory.
//
// Above each function stand the instructions that it is, as the PTX manual names them. All threads
// of a warpgroup call those of wgmma together.
#pragma once

#include "wgmma_gemm.hpp"

// The address within shared memory, as these instructions want it.
inline __device__ unsigned in_shared(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Eight halves that follow each other in a row of A, or in a column of B.
struct alignas(16) Piece {
    half of[8];
};
constexpr int pieces = depth / 8; // of a row of a tile

// What a block has of A and B in a round: rows of 128 bytes. Row r of `a` has 64 elements of a row
// of A, row c of `b` 64 elements of a column of B, in eight pieces each, which README.md puts into
// their places.
struct alignas(1024) Tiles {
    Piece a[block_rows][pieces];
    Piece b[block_columns][pieces];
};

// What a thread has of the sums of 64 x 128 products: README.md says which.
struct Sums {
    float x[64];
};

// ---- Fences and waits ----

// What this thread has written to shared memory is there for wgmma, behind the next barrier.
// fence.proxy.async
inline __device__ void show_to_products() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// The sums that threads have written are there for the products that begin behind it.
// wgmma.fence
inline __device__ void fence_sums() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

// The products that were begun since the last call are a group.
// wgmma.commit_group
inline __device__ void commit_products() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Returns when all groups but the last `open` are complete.
// wgmma.wait_group
template <int open>
__device__ void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(open) : "memory");
}

// ---- Products ----

// Begins sums += a b, for 64 rows and 16 columns of A, and 16 rows and 128 columns of B; a and b
// are descriptors of where these lie. Until it has been waited for, the sums are not to be used.
// wgmma.mma_async
inline __device__ void begin_product(Sums& sums, std::uint64_t a, std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
        "%64, %65, 1, 1, 1, 0, 0;"
        : "+f"(sums.x[0]), "+f"(sums.x[1]), "+f"(sums.x[2]), "+f"(sums.x[3]), "+f"(sums.x[4]),
          "+f"(sums.x[5]), "+f"(sums.x[6]), "+f"(sums.x[7]), "+f"(sums.x[8]), "+f"(sums.x[9]),
          "+f"(sums.x[10]), "+f"(sums.x[11]), "+f"(sums.x[12]), "+f"(sums.x[13]), "+f"(sums.x[14]),
          "+f"(sums.x[15]), "+f"(sums.x[16]), "+f"(sums.x[17]), "+f"(sums.x[18]), "+f"(sums.x[19]),
          "+f"(sums.x[20]), "+f"(sums.x[21]), "+f"(sums.x[22]), "+f"(sums.x[23]), "+f"(sums.x[24]),
          "+f"(sums.x[25]), "+f"(sums.x[26]), "+f"(sums.x[27]), "+f"(sums.x[28]), "+f"(sums.x[29]),
          "+f"(sums.x[30]), "+f"(sums.x[31]), "+f"(sums.x[32]), "+f"(sums.x[33]), "+f"(sums.x[34]),
          "+f"(sums.x[35]), "+f"(sums.x[36]), "+f"(sums.x[37]), "+f"(sums.x[38]), "+f"(sums.x[39]),
          "+f"(sums.x[40]), "+f"(sums.x[41]), "+f"(sums.x[42]), "+f"(sums.x[43]), "+f"(sums.x[44]),
          "+f"(sums.x[45]), "+f"(sums.x[46]), "+f"(sums.x[47]), "+f"(sums.x[48]), "+f"(sums.x[49]),
          "+f"(sums.x[50]), "+f"(sums.x[51]), "+f"(sums.x[52]), "+f"(sums.x[53]), "+f"(sums.x[54]),
          "+f"(sums.x[55]), "+f"(sums.x[56]), "+f"(sums.x[57]), "+f"(sums.x[58]), "+f"(sums.x[59]),
          "+f"(sums.x[60]), "+f"(sums.x[61]), "+f"(sums.x[62]), "+f"(sums.x[63])
        : "l"(a), "l"(b)
        : "memory");
}
