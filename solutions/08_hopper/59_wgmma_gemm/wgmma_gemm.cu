// Lesson 59: matrix products by warpgroups. README.md explains; fill in the four regions marked
// TODO.
#include "wgmma_gemm.hpp"

#include "given.hpp"
#include "wire/cuda_check.hpp"

#include <cuda_pipeline.h>

// ---- Step 1: where a matrix lies ----

// Solution 1: eight rows, one below the other, put the same piece into eight different places, so
// that they are in different banks. Of the bits, each number counts units of 16 bytes; the leading
// offset is not used with this swizzle.

// In which of the eight places of row `row` of a tile its piece number `piece` lies.
__device__ int place_of(int row, int piece) { return piece ^ row % 8; }

// The 64 bits that tell wgmma where a matrix lies whose rows are swizzled over 128 bytes. `first`
// is the address of its first row; `stride` bytes further the ninth one begins. Both are multiples
// of 16.
__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    return static_cast<std::uint64_t>(in_shared(first) >> 4) |
           static_cast<std::uint64_t>(stride >> 4) << 32 | 1ull << 62;
}
// end of Solution 1

__global__ void places_kernel(int* out) {
    out[threadIdx.x] = place_of(threadIdx.x / 8, threadIdx.x % 8);
}

void places(int* out) {
    places_kernel<<<1, 64 * pieces>>>(out);
    check(cudaGetLastError());
}

__global__ void describe_kernel(int offset, int stride, unsigned* start, std::uint64_t* bits) {
    extern __shared__ Tiles tiles[];
    const char* first = reinterpret_cast<const char*>(tiles) + offset;
    *start = in_shared(first);
    *bits = descriptor(first, stride);
}

void describe_place(int offset, int stride, unsigned* start, std::uint64_t* bits) {
    const int bytes = offset + static_cast<int>(sizeof(Piece));
    check(
        cudaFuncSetAttribute(describe_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    describe_kernel<<<1, 1, bytes>>>(offset, stride, start, bits);
    check(cudaGetLastError());
}

// ---- Given: filling a tile ----

// Fills the tile with rows `top` on and columns `first` on of a matrix of so many rows and columns,
// row-major. (Columns of B are rows here.) What the matrix does not have becomes 0. Without edges
// the tile is inside the matrix, which begins at a multiple of 16 bytes, and copies are on their
// way when it returns: __pipeline_commit() and __pipeline_wait_prior() are about them.
template <bool edges, int threads, int tile_rows>
__device__ void fill(Piece (&tile)[tile_rows][pieces], const half* matrix, int rows, int columns,
                     int top, int first) {
#pragma unroll edges ? 1 : tile_rows* pieces / threads
    for (int i = threadIdx.x; i < tile_rows * pieces; i += threads) {
        const int row = top + i / pieces, column = first + i % pieces * 8;
        Piece& to = tile[i / pieces][place_of(i / pieces, i % pieces)];
        if constexpr (edges) {
            Piece piece{};
            for (int j = 0; j < 8; ++j) {
                const bool there = row < rows && column + j < columns;
                piece.of[j] = there ? matrix[row * columns + column + j] : __float2half(0.0f);
            }
            to = piece;
        } else {
            __pipeline_memcpy_async(&to, &matrix[row * columns + column], sizeof to);
        }
    }
}

// ---- Step 2: the products of one tile ----

// Solution 2: a step of 16 columns is 32 bytes further, in A and in B: the swizzle is applied to
// the sum. The fences are about two different things: tiles in shared memory, which threads have
// written, and sums in registers, which threads have set to 0.

// Begins to add to the sums the products of 64 rows of tiles.a, from `row` on, with the 128 columns
// of tiles.b: all 64 of a row with all 64 of a column. `row` is a multiple of 64.
__device__ void begin_products(const Tiles& tiles, int row, Sums& sums) {
    constexpr unsigned stride = 8 * sizeof tiles.a[0];
#pragma unroll
    for (int p = 0; p < pieces; p += 2)
        begin_product(sums, descriptor(&tiles.a[row][p], stride),
                      descriptor(&tiles.b[0][p], stride));
}

// One warpgroup: its threads have just written the tiles, and set the sums to 0. Adds the products
// of rows 0 to 63 to the sums, which are complete when it returns.
__device__ void multiply_tile(const Tiles& tiles, Sums& sums) {
    show_to_products();
    __syncthreads();
    fence_sums();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
}
// end of Solution 2

__device__ void multiply_filled(Tiles& tiles, const half* A, const half* B, Sums& sums, int m,
                                int n, int k) {
    fill<true, group_threads>(tiles.a, A, m, k, 0, 0);
    fill<true, group_threads>(tiles.b, B, n, k, 0, 0);
    multiply_tile(tiles, sums);
}

__global__ void sums_kernel(const half* A, const half* B, float* out, int m, int n, int k) {
    __shared__ Tiles tiles;
    Sums sums{};
    multiply_filled(tiles, A, B, sums, m, n, k);
    for (int i = 0; i < 64; ++i) out[64 * threadIdx.x + i] = sums.x[i];
}

void tile_sums(const half* A, const half* B, float* sums, int m, int n, int k) {
    sums_kernel<<<1, group_threads>>>(A, B, sums, m, n, k);
    check(cudaGetLastError());
}

// ---- Step 3: which thread has which sums ----

// Writes what D has of the sums of 64 x 128 elements. The first of them is D(row, column); D is
// m x n.
__device__ void write_sums(const Sums& sums, float* D, int m, int n, int row, int column) {
    // Solution 3: a warp has 16 rows, and in each of its 16 groups of 8 columns a lane has two
    // neighbours, and two eight rows below. Neighbours are written at once where D allows it.
    const int lane = threadIdx.x % 32, warp = threadIdx.x % group_threads / 32;
    const bool in_pairs = n % 2 == 0 && reinterpret_cast<std::uintptr_t>(D) % sizeof(float2) == 0;
#pragma unroll
    for (int i = 0; i < 64; i += 2) {
        const int r = row + 16 * warp + lane / 4 + i / 2 % 2 * 8;
        const int c = column + i / 4 * 8 + lane % 4 * 2;
        if (r >= m || c >= n) continue;
        float* const to = &D[r * n + c];
        if (in_pairs) {
            *reinterpret_cast<float2*>(to) = {sums.x[i], sums.x[i + 1]};
        } else {
            to[0] = sums.x[i];
            if (c + 1 < n) to[1] = sums.x[i + 1];
        }
    }
    // end of Solution 3
}

__global__ void tile_kernel(const half* A, const half* B, float* D, int m, int n, int k) {
    __shared__ Tiles tiles;
    Sums sums{};
    multiply_filled(tiles, A, B, sums, m, n, k);
    write_sums(sums, D, m, n, 0, 0);
}

void tile_product(const half* A, const half* B, float* D, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    tile_kernel<<<1, group_threads>>>(A, B, D, m, n, k);
    check(cudaGetLastError());
}

// ---- Step 4: rounds ----

constexpr int stages = 4; // Tiles in shared memory
constexpr int down = block_rows / 2 / group_rows;

template <bool edges>
__global__ void __launch_bounds__(block_threads)
    product_kernel(const half* A, const half* B, float* D, int m, int n, int k) {
    extern __shared__ Tiles tiles[]; // `stages` of them
    const int top = blockIdx.y * block_rows, left = blockIdx.x * block_columns;
    const int row = threadIdx.x / group_threads * down * group_rows; // the warpgroup's first one
    const int rounds = (k + depth - 1) / depth;
    Sums sums[down]{};
    // Fills the tiles of a round. Without edges, this thread's copies are on their way when it
    // returns. Behind the last round it is an empty group of copies.
    const auto begin_round = [&](int round) {
        if (round < rounds) {
            Tiles& to = tiles[round % stages];
            fill<edges, block_threads>(to.a, A, m, k, top, round * depth);
            fill<edges, block_threads>(to.b, B, n, k, left, round * depth);
        }
        __pipeline_commit();
    };
    // Solution 4: two rounds are on their way while one is multiplied. Behind the barrier, the
    // tiles of this round are there, and the products of the round before the last are complete in
    // both warpgroups: its tiles are the ones that are filled again, behind the products, which
    // need not wait for that.
    for (int round = 0; round < stages - 2; ++round) begin_round(round);
    for (int round = 0; round < rounds; ++round) {
        __pipeline_wait_prior(stages - 3);
        show_to_products();
        __syncthreads();
        fence_sums();
#pragma unroll
        for (int i = 0; i < down; ++i)
            begin_products(tiles[round % stages], row + group_rows * i, sums[i]);
        commit_products();
        begin_round(round + stages - 2);
        wait_for_products<1>();
    }
    wait_for_products<0>();
    // end of Solution 4
#pragma unroll
    for (int i = 0; i < down; ++i) write_sums(sums[i], D, m, n, top + row + group_rows * i, left);
}

template <bool edges>
void launch(const half* A, const half* B, float* D, int m, int n, int k) {
    const dim3 grid((n + block_columns - 1) / block_columns, (m + block_rows - 1) / block_rows);
    constexpr int bytes = stages * sizeof(Tiles); // more than 48 KiB have to be asked for
    check(cudaFuncSetAttribute(product_kernel<edges>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               bytes));
    product_kernel<edges><<<grid, block_threads, bytes>>>(A, B, D, m, n, k);
    check(cudaGetLastError());
}

static bool begins_well(const half* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(Piece) == 0;
}

void multiply(const half* A, const half* B, float* D, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    if (m % block_rows == 0 && n % block_columns == 0 && k % depth == 0 && begins_well(A) &&
        begins_well(B))
        launch<false>(A, B, D, m, n, k);
    else
        launch<true>(A, B, D, m, n, k);
}
