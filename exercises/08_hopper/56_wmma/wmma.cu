// Lesson 56: matrix products on tensor cores. README.md explains; fill in the five regions marked
// TODO.
#include "wmma.hpp"

#include "wire/cuda_check.hpp"

#include <cstdint>
#include <mma.h>

using namespace nvcuda;

// Fragments: tiles of 16 x 16, of which each lane of a warp has a part.
using FragmentA = wmma::fragment<wmma::matrix_a, side, side, side, half, wmma::row_major>;
using FragmentB = wmma::fragment<wmma::matrix_b, side, side, side, half, wmma::col_major>;
using Sums = wmma::fragment<wmma::accumulator, side, side, side, float>;

// ---- Step 1: one warp, one tile ----

__global__ void tile_kernel(const half* A, const half* B, float* D) {
    // TODO 1: one product of the warp. Declare the three fragments, set the sums to 0, load a and
    // b, multiply, store.

    // end of TODO 1
}

void tile_product(const half* A, const half* B, float* D) {
    tile_kernel<<<1, 32>>>(A, B, D);
    check(cudaGetLastError());
}

// ---- Step 2: the loop over k ----

// Adds to the sums what the first `steps` tiles of a band of 16 rows of A and of a band of 16
// columns of B contribute. The bands begin at A and B; lda and ldb are as in wmma.hpp.
__device__ void add_band(const half* A, int lda, const half* B, int ldb, int steps, Sums& sums) {
    // TODO 2: load a tile of A and one of B and multiply, `steps` times, each 16 further along k.

    // end of TODO 2
}

__global__ void band_kernel(const half* A, const half* B, float* D, int k, int steps) {
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    add_band(A, k, B, k, steps, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
}

void band_product(const half* A, const half* B, float* D, int k, int steps) {
    band_kernel<<<1, 32>>>(A, B, D, k, steps);
    check(cudaGetLastError());
}

// ---- Step 3: a tile of D for each warp ----

__global__ void tiles_kernel(const half* A, int lda, const half* B, int ldb, const float* C,
                             int ldc, float* D, int ldd, int m, int n, int k) {
    // TODO 3: which tile of D has this warp? A warp that has none leaves. The sums begin with what
    // C has there; add_band does the rest, but the last step.

    // end of TODO 3
}

void multiply_tiles(const half* A, int lda, const half* B, int ldb, const float* C, int ldc,
                    float* D, int ldd, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    const int tiles = (m / side) * (n / side);
    tiles_kernel<<<(tiles + warps_of_tiles - 1) / warps_of_tiles, 32 * warps_of_tiles>>>(
        A, lda, B, ldb, C, ldc, D, ldd, m, n, k);
    check(cudaGetLastError());
}

// ---- Step 4: eight tiles for each warp, from shared memory ----

// What a block has of A and B in a round: 128 rows of A, and 128 columns of B, as rows. Each has
// 8 halves more than it needs, so that 8 of them, one below the other, are in different banks.
constexpr int pitch = block_depth + 8;
struct alignas(32) Tiles {
    half a[block_side][pitch];
    half b[block_side][pitch];
};

// Adds to the sums of a warp what the tiles contribute: sums[i][j] belongs to rows row + 16 i to
// row + 16 i + 15 and columns column + 16 j to column + 16 j + 15 of the block's tile of D.
__device__ void add_tiles(const Tiles& tiles, int row, int column, Sums (&sums)[down][across]) {
    // TODO 4: for each 16 of the 32 columns in `tiles`: 4 fragments of A and 2 of B, each loaded
    // once, and 8 products.

    // end of TODO 4
}

// Eight halves on their way: 16 bytes.
struct alignas(16) Eight {
    half of[8];
};

// ---- Step 5: edges ----

// TODO 5: two functions.

// Elements (row, column) to (row, column + 7) of a matrix of so many rows and columns, row-major,
// which begins anywhere. 0 for those that the matrix does not have.
__device__ Eight eight_at_edge(const half* matrix, int rows, int columns, int row, int column) {
    return {};
}

// Writes that part of a tile of D that D has: sums + C. The tile begins at (row, column); C and D
// are m x n and begin anywhere. `patch` is the warp's own place in shared memory.
__device__ void finish_at_edge(const Sums& sums, float (&patch)[side * side], const float* C,
                               float* D, int m, int n, int row, int column) {}
// end of TODO 5

// ---- Given: the rounds, as in lesson 61. The next tiles are on their way meanwhile. ----

constexpr int eights_of_row = block_depth / 8;
constexpr int eights_of_thread = block_side * eights_of_row / block_threads;

template <bool edges>
__device__ Eight eight_of(const half* matrix, int rows, int columns, int row, int column) {
    if constexpr (edges) return eight_at_edge(matrix, rows, columns, row, column);
    return *reinterpret_cast<const Eight*>(&matrix[row * columns + column]);
}

// The eights that this thread brings: of 128 rows of the matrix from row `top` on, 32 columns from
// column `first` on.
template <bool edges>
__device__ void bring(Eight (&eights)[eights_of_thread], const half* matrix, int rows, int columns,
                      int top, int first) {
#pragma unroll
    for (int e = 0; e < eights_of_thread; ++e) {
        const int i = threadIdx.x + e * block_threads;
        eights[e] = eight_of<edges>(matrix, rows, columns, top + i / eights_of_row,
                                    first + 8 * (i % eights_of_row));
    }
}

__device__ void keep(half (&tile)[block_side][pitch], const Eight (&eights)[eights_of_thread]) {
#pragma unroll
    for (int e = 0; e < eights_of_thread; ++e) {
        const int i = threadIdx.x + e * block_threads;
        *reinterpret_cast<Eight*>(&tile[i / eights_of_row][8 * (i % eights_of_row)]) = eights[e];
    }
}

// At least two blocks per multiprocessor: that leaves 128 registers to a thread.
template <bool edges>
__global__ void __launch_bounds__(block_threads, 2)
    blocks_kernel(const half* A, const half* B, const float* C, float* D, int m, int n, int k) {
    __shared__ Tiles tiles[2];
    const int top = blockIdx.y * block_side, left = blockIdx.x * block_side;
    const int warp = threadIdx.x / 32;
    const int row = warp / 4 * piece_rows, column = warp % 4 * piece_columns;
    Sums sums[down][across];
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int r = top + row + side * i, c = left + column + side * j;
            if constexpr (edges)
                wmma::fill_fragment(sums[i][j], 0.0f);
            else
                wmma::load_matrix_sync(sums[i][j], C + r * n + c, n, wmma::mem_row_major);
        }
    }
    Eight a[eights_of_thread], b[eights_of_thread];
    if (k > 0) {
        bring<edges>(a, A, m, k, top, 0);
        bring<edges>(b, B, n, k, left, 0); // a column of B is a row here
        keep(tiles[0].a, a);
        keep(tiles[0].b, b);
        __syncthreads();
    }
    for (int first = 0, pair = 0; first < k; first += block_depth, pair ^= 1) {
        const int next = first + block_depth;
        if (next < k) {
            bring<edges>(a, A, m, k, top, next);
            bring<edges>(b, B, n, k, left, next);
        }
        add_tiles(tiles[pair], row, column, sums);
        if (next < k) {
            keep(tiles[pair ^ 1].a, a);
            keep(tiles[pair ^ 1].b, b);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int r = top + row + side * i, c = left + column + side * j;
            if constexpr (edges) {
                __shared__ alignas(32) float patches[block_threads / 32][side * side];
                finish_at_edge(sums[i][j], patches[warp], C, D, m, n, r, c);
            } else
                wmma::store_matrix_sync(D + r * n + c, sums[i][j], n, wmma::mem_row_major);
        }
    }
}

template <bool edges>
void launch_blocks(const half* A, const half* B, const float* C, float* D, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    const dim3 grid((n + block_side - 1) / block_side, (m + block_side - 1) / block_side);
    blocks_kernel<edges><<<grid, block_threads>>>(A, B, C, D, m, n, k);
    check(cudaGetLastError());
}

void multiply_blocks(const half* A, const half* B, const float* C, float* D, int m, int n, int k) {
    launch_blocks<false>(A, B, C, D, m, n, k);
}

static bool begins_well(const void* array) {
    return reinterpret_cast<std::uintptr_t>(array) % 32 == 0;
}

void multiply(const half* A, const half* B, const float* C, float* D, int m, int n, int k) {
    if (m % block_side == 0 && n % block_side == 0 && k % block_depth == 0 && begins_well(A) &&
        begins_well(B) && begins_well(C) && begins_well(D))
        launch_blocks<false>(A, B, C, D, m, n, k);
    else
        launch_blocks<true>(A, B, C, D, m, n, k);
}
