// Lesson 69, further: larger pieces for each warp, and fragments by ldmatrix, which brings four
// registers of each lane by one instruction.
#include "int8_gemm.hpp"

#define multiply multiply_by_words_of_lanes
#define multiply_scaled scale_by_words_of_lanes
#include "int8_gemm.cu"
#undef multiply
#undef multiply_scaled

#include <cstddef>

constexpr int large_rows = 256, large_columns = 128; // of a block's tile of C
constexpr int large_piece = 64;                      // rows and columns of a warp's piece
constexpr int pieces_across = large_columns / large_piece;
constexpr int large_threads = 32 * pieces_across * large_rows / large_piece;
constexpr int round_depth = 128;
constexpr int round_stages = 3;
constexpr int round_pitch = round_depth + 16; // as `pitch`
constexpr int tiles_down = large_piece / tile_rows;
constexpr int pairs_across = large_piece / (2 * tile_columns); // of tiles

struct alignas(16) Stage {
    std::int8_t a[large_rows][round_pitch];
    std::int8_t b[large_columns][round_pitch];
};

// Four matrices of 8 rows of 16 bytes each: lane l names row l % 8 of matrix l / 8, and gets of
// each matrix the four bytes that are a register of a fragment.
__device__ void load_matrices(unsigned (&registers)[4], const std::int8_t* row) {
    const auto place = static_cast<unsigned>(__cvta_generic_to_shared(row));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(place)
                 : "memory");
}

// Adds to the sums of a warp what a round contributes; its piece begins at (row, column) of the
// block's tile of C.
__device__ void add_round(const Stage& stage, int row, int column,
                          Sums (&sums)[tiles_down][2 * pairs_across]) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int first = 0; first < round_depth; first += tile_depth) {
        // Of A: rows 0 to 7, rows 8 to 15, and both of these 16 bytes on. Of B: the two halves of
        // columns 0 to 7, then those of columns 8 to 15.
        FragmentA a[tiles_down];
#pragma unroll
        for (int i = 0; i < tiles_down; ++i)
            load_matrices(a[i].x,
                          &stage.a[row + tile_rows * i + lane % 16][first + lane / 16 * 16]);
#pragma unroll
        for (int j = 0; j < pairs_across; ++j) {
            unsigned b[4];
            const int of_lane = 2 * tile_columns * j + lane / 16 * 8 + lane % 8;
            load_matrices(b, &stage.b[column + of_lane][first + lane / 8 % 2 * 16]);
#pragma unroll
            for (int i = 0; i < tiles_down; ++i) {
                mma_m16n8k32(sums[i][2 * j], a[i], {b[0], b[1]});
                mma_m16n8k32(sums[i][2 * j + 1], a[i], {b[2], b[3]});
            }
        }
    }
}

// Asks for this thread's part of so many rows of a matrix, as bring().
template <int rows>
__device__ void copy_rows(std::int8_t (&to)[rows][round_pitch], const std::int8_t* matrix,
                          int columns, int top, int first) {
#pragma unroll
    for (int i = threadIdx.x; i < rows * round_depth / 16; i += large_threads) {
        const int row = i / (round_depth / 16), column = 16 * (i % (round_depth / 16));
        __pipeline_memcpy_async(&to[row][column],
                                matrix + std::ptrdiff_t{top + row} * columns + first + column, 16);
    }
}

// What is done with two sums that are neighbours in a row, in one store.
struct KeepPair {
    int* C;
    int n;
    __device__ void operator()(int row, int column, int first, int second) const {
        int* const to = C + std::ptrdiff_t{row} * n + column;
        *reinterpret_cast<int2*>(to) = make_int2(first, second);
    }
};
struct ScalePair {
    const float* row_scales;
    const float* column_scales;
    float* D;
    int n;
    __device__ float scaled(int row, int column, int sum) const {
        return static_cast<float>(sum) * row_scales[row] * column_scales[column];
    }
    __device__ void operator()(int row, int column, int first, int second) const {
        float* const to = D + std::ptrdiff_t{row} * n + column;
        *reinterpret_cast<float2*>(to) =
            make_float2(scaled(row, column, first), scaled(row, column + 1, second));
    }
};

template <class Write>
__global__ void __launch_bounds__(large_threads)
    large_kernel(const std::int8_t* A, const std::int8_t* B, int n, int k, Write write) {
    extern __shared__ Stage stage[]; // of `round_stages`
    const int top = blockIdx.y * large_rows, left = blockIdx.x * large_columns;
    const int warp = threadIdx.x / 32;
    const int row = warp / pieces_across * large_piece;
    const int column = warp % pieces_across * large_piece;
    const auto bring_round = [&](int round) {
        if (round * round_depth < k) {
            copy_rows(stage[round % round_stages].a, A, k, top, round * round_depth);
            copy_rows(stage[round % round_stages].b, B, k, left, round * round_depth);
        }
        __pipeline_commit();
    };
    Sums sums[tiles_down][2 * pairs_across]{};
    for (int round = 0; round < round_stages - 1; ++round) bring_round(round);
    for (int round = 0; round * round_depth < k; ++round) {
        __pipeline_wait_prior(round_stages - 2);
        __syncthreads();
        bring_round(round + round_stages - 1);
        add_round(stage[round % round_stages], row, column, sums);
    }
    // As in write_sums(), but all of a tile is there.
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < tiles_down; ++i) {
#pragma unroll
        for (int j = 0; j < 2 * pairs_across; ++j) {
            const int r = top + row + tile_rows * i + lane / 4;
            const int c = left + column + tile_columns * j + lane % 4 * 2;
            write(r, c, sums[i][j].x[0], sums[i][j].x[1]);
            write(r + 8, c, sums[i][j].x[2], sums[i][j].x[3]);
        }
    }
}

// Whether it was done: only whole tiles are, of arrays that begin well.
template <class Write>
bool multiply_large(const std::int8_t* A, const std::int8_t* B, const void* result, int m, int n,
                    int k, Write write) {
    const auto begins_well = [](const void* array) {
        return reinterpret_cast<std::uintptr_t>(array) % 16 == 0;
    };
    if (m == 0 || n == 0 || m % large_rows != 0 || n % large_columns != 0 || k % round_depth != 0 ||
        !begins_well(A) || !begins_well(B) || !begins_well(result))
        return false;
    const dim3 grid(n / large_columns, m / large_rows);
    constexpr int bytes = round_stages * sizeof(Stage);
    check(cudaFuncSetAttribute(large_kernel<Write>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               bytes));
    large_kernel<<<grid, large_threads, bytes>>>(A, B, n, k, write);
    check(cudaGetLastError());
    return true;
}

void multiply(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k) {
    if (!multiply_large(A, B, C, m, n, k, KeepPair{C, n}))
        multiply_by_words_of_lanes(A, B, C, m, n, k);
}

void multiply_scaled(const std::int8_t* A, const std::int8_t* B, const float* row_scales,
                     const float* column_scales, float* D, int m, int n, int k) {
    if (!multiply_large(A, B, D, m, n, k, ScalePair{row_scales, column_scales, D, n}))
        scale_by_words_of_lanes(A, B, row_scales, column_scales, D, m, n, k);
}
