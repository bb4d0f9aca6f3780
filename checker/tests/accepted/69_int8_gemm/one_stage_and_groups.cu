// Accepted: one stage in static shared memory, ordinary copies of 16 bytes; cooperative groups for lanes and barriers
// Replaces
//| #include <cuda_pipeline.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int lane_of_warp() {
    return static_cast<int>(cg::tiled_partition<32>(cg::this_thread_block()).thread_rank());
}
// end of Replaces
// Solution 2
__device__ FragmentA load_a(const std::int8_t* tile, int pitch) {
    FragmentA a{};
    const int lane = lane_of_warp();
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    a.x[0] = word_at(first);
    a.x[1] = word_at(first + 8 * pitch);
    a.x[2] = word_at(first + 16);
    a.x[3] = word_at(first + 8 * pitch + 16);
    return a;
}

// This lane's part of 32 rows and 8 columns of B. `tile` points to the first element; columns begin
// `pitch` bytes apart.
__device__ FragmentB load_b(const std::int8_t* tile, int pitch) {
    FragmentB b{};
    const int lane = lane_of_warp();
    const std::int8_t* const first = tile + lane / 4 * pitch + lane % 4 * 4;
    b.x[0] = word_at(first);
    b.x[1] = word_at(first + 16);
    return b;
}
// end of Solution 2
    // Solution 3
    const int lane = lane_of_warp();
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        if (r < m && c < n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
// Replaces
//| constexpr int stages = 3;
constexpr int stages = 1;
// end of Replaces
// Replaces
//|             __pipeline_memcpy_async(to, &matrix[(top + row) * columns + first + column], 16);
            *reinterpret_cast<int4*>(to) =
                *reinterpret_cast<const int4*>(&matrix[(top + row) * columns + first + column]);
// end of Replaces
// Replaces
//|     extern __shared__ Tiles tiles[]; // of `stages` rounds
    __shared__ Tiles tiles[stages];
// end of Replaces
// Replaces
//|     const auto bring_round = [&](int round) {
//|         if (round * block_depth < k) {
//|             Tiles& to = tiles[round % stages];
//|             bring<edges>(to.a, A, m, k, top, round * block_depth);
//|             bring<edges>(to.b, B, n, k, left, round * block_depth); // a column of B is a row here
//|         }
//|         __pipeline_commit();
//|     };
// end of Replaces
// Replaces
//|     for (int round = 1 - stages; round * block_depth < k; ++round) {
//|         if (round >= 0) {
//|             __pipeline_wait_prior(stages - 2);
//|             __syncthreads();
//|         }
//|         bring_round(round + stages - 1);
//|         if (round >= 0) add_tiles(tiles[round % stages], row, column, sums);
    for (int first = 0; first < k; first += block_depth) {
        bring<edges>(tiles[0].a, A, m, k, top, first);
        bring<edges>(tiles[0].b, B, n, k, left, first);
        cg::this_thread_block().sync();
        add_tiles(tiles[0], row, column, sums);
        cg::this_thread_block().sync();
// end of Replaces
// Replaces
//|     constexpr int bytes = stages * sizeof(Tiles); // more than 48 KiB have to be asked for
//|     check(cudaFuncSetAttribute(blocks_kernel<edges, Write>,
//|                                cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
//|     blocks_kernel<edges><<<grid, block_threads, bytes>>>(A, B, m, n, k, write);
    blocks_kernel<edges><<<grid, block_threads>>>(A, B, m, n, k, write);
// end of Replaces
