// Lesson 58, given: copies of boxes by TMA, and the mbarrier that tells when their bytes are there.
//
// Above each function stand the instructions that it is, as the PTX manual names them. begin_load,
// begin_store, announce and prepare are for one thread of the block; the others are for each thread
// that needs what they promise.
#pragma once

#include "tma_tile.hpp"

#include "wire/cuda_check.hpp"

#include <cstdint>
#include <cuda.h>

// Room for a box, and for a tile. In shared memory a box begins at a multiple of 128 bytes.
struct alignas(128) Box {
    float at[box_rows][tile_columns];
};
struct alignas(128) Tile {
    float at[tile_rows][tile_columns];
};

// A barrier in shared memory that counts arrivals and bytes, phase after phase.
struct Mbarrier {
    std::uint64_t state;
};

// The address within shared memory, as these instructions want it.
inline __device__ unsigned in_shared(const void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

// Phase 0 begins; a phase waits for one arrival. Copies see it behind this call, the other threads
// behind the next __syncthreads().
// mbarrier.init, fence.mbarrier_init
inline __device__ void prepare(Mbarrier& barrier) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(in_shared(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Arrives, and announces so many bytes: the phase is complete when the copies have brought them.
// mbarrier.arrive.expect_tx
inline __device__ void announce(Mbarrier& barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(in_shared(&barrier)),
                 "r"(bytes)
                 : "memory");
}

// Returns when the phase of this parity is complete: 0 for phases 0, 2, 4 ..., 1 for 1, 3, 5 ...
// What the phase's copies have written is then there for this thread. It is to be the phase that
// goes on now, or the one before.
// mbarrier.try_wait.parity
inline __device__ void wait(Mbarrier& barrier, unsigned parity) {
    unsigned complete = 0;
    while (complete == 0) {
        asm volatile("{ .reg .pred p;\n"
                     "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(complete)
                     : "r"(in_shared(&barrier)), "r"(parity)
                     : "memory");
    }
}

// Begins to copy the box whose first element is (row, column) of the map's matrix to shared memory;
// `column` is a multiple of 4 floats.
// Its bytes, with those of the zeros beyond the matrix, count at the barrier.
// cp.async.bulk.tensor
inline __device__ void begin_load(void* to, const CUtensorMap& map, int row, int column,
                                  Mbarrier& barrier) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(in_shared(to)),
                 "l"(&map), "r"(column), "r"(row), "r"(in_shared(&barrier))
                 : "memory");
}

// Begins to copy a box from shared memory to (row, column) of the map's matrix; what lies beyond
// the matrix is not written, but for the rest of a row's last 16 bytes.
// cp.async.bulk.tensor, cp.async.bulk.commit_group
inline __device__ void begin_store(const CUtensorMap& map, int row, int column, const void* from) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                 "[%0, {%1, %2}], [%3];" ::"l"(&map),
                 "r"(column), "r"(row), "r"(in_shared(from))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// What this thread has written to shared memory is there for copies that begin behind it.
// fence.proxy.async
inline __device__ void show_to_copies() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// Returns when all copies of begin_store that this thread has begun are done with shared memory.
// cp.async.bulk.wait_group.read
inline __device__ void wait_for_stores() {
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

// The driver's cuTensorMapEncodeTiled, so that nothing has to be linked with libcuda. It takes the
// address of the first element as a void*: const_cast<float*>(first).
decltype(&cuTensorMapEncodeTiled) encode_function();

// Throws what the driver reports.
void check(CUresult result);

// Copies one box of a map to global memory. (given.cu; one block)
void launch_show(const CUtensorMap& map, int rows_of_box, int row, int column, float* box);

// A matrix for ordinary accesses.
struct Matrix {
    float* first;
    int rows, columns, pitch;
};

// The sums of three rows, as far as they are the calling thread's: 8 rows of one column.
inline __device__ void add_rows(const Box& box, Tile& sums) {
    constexpr int own = tile_rows * tile_columns / block_threads;
    const int x = threadIdx.x % tile_columns, y = threadIdx.x / tile_columns * own;
#pragma unroll
    for (int i = y; i < y + own; ++i) {
        sums.at[i][x] = box.at[i][x] + box.at[i + 1][x] + box.at[i + 2][x];
    }
}

// The same, written to the matrix in the ordinary way. The box's tile begins at (row, column).
inline __device__ void write_sums(const Box& box, const Matrix& out, int row, int column) {
    constexpr int step = block_threads / tile_columns;
    const int x = threadIdx.x % tile_columns;
    for (int y = threadIdx.x / tile_columns; y < tile_rows; y += step) {
        if (row + y < out.rows && column + x < out.columns) {
            out.first[static_cast<std::int64_t>(row + y) * out.pitch + column + x] =
                box.at[y][x] + box.at[y + 1][x] + box.at[y + 2][x];
        }
    }
}
