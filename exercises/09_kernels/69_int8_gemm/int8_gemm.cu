// Lesson 69: matrix products of bytes, with __dp4a and on tensor cores. README.md explains; fill in
// the five regions marked TODO.
#include "int8_gemm.hpp"

#include "given.hpp"
#include "wire/cuda_check.hpp"

#include <cuda_pipeline.h>

// ---- Step 1: four products per instruction ----

__global__ void words_kernel(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n,
                             int k, int pitch) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    int sum = 0;
    // TODO 1: read the row of A and the column of B as ints, and add up k products, four with each
    // __dp4a. If k is no multiple of 4, only k % 4 bytes of the last int count.

    // end of TODO 1
    C[row * n + column] = sum;
}

void multiply_words(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k,
                    int pitch) {
    if (m == 0 || n == 0) return;
    const dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    words_kernel<<<grid, block>>>(A, B, C, m, n, k, pitch);
    check(cudaGetLastError());
}

// ---- Step 2: which lane holds what of A and of B ----

// Four bytes that follow each other. The first is at a multiple of 4 bytes.
__device__ unsigned word_at(const std::int8_t* first) {
    return *reinterpret_cast<const unsigned*>(first);
}

// TODO 2: each register of this lane, as the picture in README.md shows it.

// This lane's part of 16 rows and 32 columns of A. `tile` points to the first element; rows begin
// `pitch` bytes apart.
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    return a;
}

// This lane's part of 32 rows and 8 columns of B. `tile` points to the first element; columns begin
// `pitch` bytes apart.
__device__ FragmentB load_b(const std::int8_t* tile, int pitch) {
    FragmentB b{};
    return b;
}
// end of TODO 2

__global__ void lanes_of_a_kernel(const std::int8_t* A, unsigned* out) {
    const FragmentA a = load_a(A, tile_depth);
    for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = a.x[i];
}

__global__ void lanes_of_b_kernel(const std::int8_t* B, unsigned* out) {
    const FragmentB b = load_b(B, tile_depth);
    for (int i = 0; i < 2; ++i) out[2 * threadIdx.x + i] = b.x[i];
}

void lanes_of_a(const std::int8_t* A, unsigned* out) {
    lanes_of_a_kernel<<<1, 32>>>(A, out);
    check(cudaGetLastError());
}

void lanes_of_b(const std::int8_t* B, unsigned* out) {
    lanes_of_b_kernel<<<1, 32>>>(B, out);
    check(cudaGetLastError());
}

// ---- Step 3: which lane holds what of C ----

// What is done with a complete sum: it is C(row, column).
struct Keep {
    int* C;
    int n;
    __device__ void operator()(int row, int column, int sum) const { C[row * n + column] = sum; }
};

// Calls write(row, column, sum) for each of this lane's sums that C has: C is m x n, and the tile's
// first element is C(row, column).
template <class Write>
__device__ void write_sums(const Sums& sums, int row, int column, int m, int n, Write write) {
    // TODO 3: the row and the column of each of the four sums, and the guard.

    // end of TODO 3
}

__global__ void tile_kernel(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n) {
    Sums sums{};
    mma_m16n8k32(sums, load_a(A, tile_depth), load_b(B, tile_depth));
    write_sums(sums, 0, 0, m, n, Keep{C, n});
}

void tile_product(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n) {
    if (m == 0 || n == 0) return;
    tile_kernel<<<1, 32>>>(A, B, C, m, n);
    check(cudaGetLastError());
}

// ---- Given: sixteen tiles for each warp, from shared memory. As in lesson 56. ----

// What a block has of A and B in a round: 128 rows of A, and 128 columns of B, as rows. Each has 16
// bytes more than it needs, so that 8 of them, one below the other, are in different banks.
constexpr int pitch = block_depth + 16;
struct alignas(16) Tiles {
    std::int8_t a[block_side][pitch];
    std::int8_t b[block_side][pitch];
};

// Adds to the sums of a warp what the tiles contribute: its piece begins at (row, column) of the
// block's tile of C.
__device__ void add_tiles(const Tiles& tiles, int row, int column, Sums (&sums)[down][across]) {
#pragma unroll
    for (int first = 0; first < block_depth; first += tile_depth) {
        FragmentA a[down];
#pragma unroll
        for (int i = 0; i < down; ++i) a[i] = load_a(&tiles.a[row + tile_rows * i][first], pitch);
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const FragmentB b = load_b(&tiles.b[column + tile_columns * j][first], pitch);
#pragma unroll
            for (int i = 0; i < down; ++i) mma_m16n8k32(sums[i][j], a[i], b);
        }
    }
}

// ---- Step 4: edges ----

struct alignas(16) Sixteen {
    std::int8_t of[16];
};

// Elements (row, column) to (row, column + 15) of a matrix of so many rows and columns, row-major,
// which begins anywhere. 0 for those that the matrix does not have.
__device__ Sixteen sixteen_at_edge(const std::int8_t* matrix, int rows, int columns, int row,
                                   int column) {
    Sixteen sixteen{};
    // TODO 4: those elements that the matrix has.

    // end of TODO 4
    return sixteen;
}

// ---- Step 5: scales ----

// D(row, column) becomes the scaled sum.
struct Scale {
    const float* row_scales;
    const float* column_scales;
    float* D;
    int n;
    __device__ void operator()(int row, int column, int sum) const {
        // TODO 5: the sum as a float, times its two scales.

        // end of TODO 5
    }
};

// ---- Given: the rounds. Copies of the next two go on meanwhile, as in lesson 55. ----

constexpr int stages = 3;
constexpr int sixteens_of_row = block_depth / 16;
constexpr int sixteens_of_thread = block_side * sixteens_of_row / block_threads;

// This thread's part of a tile: of 128 rows of the matrix from row `top` on, 64 columns from column
// `first` on.
template <bool edges>
__device__ void bring(std::int8_t (&tile)[block_side][pitch], const std::int8_t* matrix, int rows,
                      int columns, int top, int first) {
#pragma unroll edges ? 1 : sixteens_of_thread
    for (int e = 0; e < sixteens_of_thread; ++e) {
        const int i = threadIdx.x + e * block_threads;
        const int row = i / sixteens_of_row, column = 16 * (i % sixteens_of_row);
        std::int8_t* const to = &tile[row][column];
        if constexpr (edges)
            *reinterpret_cast<Sixteen*>(to) =
                sixteen_at_edge(matrix, rows, columns, top + row, first + column);
        else
            __pipeline_memcpy_async(to, &matrix[(top + row) * columns + first + column], 16);
    }
}

// At least two blocks per multiprocessor: that leaves 128 registers to a thread.
template <bool edges, class Write>
__global__ void __launch_bounds__(block_threads, 2)
    blocks_kernel(const std::int8_t* A, const std::int8_t* B, int m, int n, int k, Write write) {
    extern __shared__ Tiles tiles[]; // of `stages` rounds
    const int top = blockIdx.y * block_side, left = blockIdx.x * block_side;
    const int warp = threadIdx.x / 32;
    const int row = warp / 4 * piece_rows, column = warp % 4 * piece_columns;
    const auto bring_round = [&](int round) {
        if (round * block_depth < k) {
            Tiles& to = tiles[round % stages];
            bring<edges>(to.a, A, m, k, top, round * block_depth);
            bring<edges>(to.b, B, n, k, left, round * block_depth); // a column of B is a row here
        }
        __pipeline_commit();
    };
    Sums sums[down][across]{};
    // Two rounds are asked for before the first one is multiplied.
    for (int round = 1 - stages; round * block_depth < k; ++round) {
        if (round >= 0) {
            // The tiles of this round are here, and no warp still uses those of the last one.
            __pipeline_wait_prior(stages - 2);
            __syncthreads();
        }
        bring_round(round + stages - 1);
        if (round >= 0) add_tiles(tiles[round % stages], row, column, sums);
    }
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
        for (int j = 0; j < across; ++j)
            write_sums(sums[i][j], top + row + tile_rows * i, left + column + tile_columns * j, m,
                       n, write);
    }
}

template <bool edges, class Write>
void launch_blocks(const std::int8_t* A, const std::int8_t* B, int m, int n, int k, Write write) {
    if (m == 0 || n == 0) return;
    const dim3 grid((n + block_side - 1) / block_side, (m + block_side - 1) / block_side);
    constexpr int bytes = stages * sizeof(Tiles); // more than 48 KiB have to be asked for
    check(cudaFuncSetAttribute(blocks_kernel<edges, Write>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    blocks_kernel<edges><<<grid, block_threads, bytes>>>(A, B, m, n, k, write);
    check(cudaGetLastError());
}

void multiply_blocks(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k) {
    launch_blocks<false>(A, B, m, n, k, Keep{C, n});
}

template <class Write>
void multiply_any(const std::int8_t* A, const std::int8_t* B, int m, int n, int k, Write write) {
    const auto begins_well = [](const std::int8_t* array) {
        return reinterpret_cast<std::uintptr_t>(array) % 16 == 0;
    };
    if (m % block_side == 0 && n % block_side == 0 && k % block_depth == 0 && begins_well(A) &&
        begins_well(B))
        launch_blocks<false>(A, B, m, n, k, write);
    else
        launch_blocks<true>(A, B, m, n, k, write);
}

void multiply(const std::int8_t* A, const std::int8_t* B, int* C, int m, int n, int k) {
    multiply_any(A, B, m, n, k, Keep{C, n});
}

void multiply_scaled(const std::int8_t* A, const std::int8_t* B, const float* row_scales,
                     const float* column_scales, float* D, int m, int n, int k) {
    multiply_any(A, B, m, n, k, Scale{row_scales, column_scales, D, n});
}
