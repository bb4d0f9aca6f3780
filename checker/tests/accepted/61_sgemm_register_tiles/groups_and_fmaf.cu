// Accepted: cooperative groups in place of __syncthreads; fmaf; loops that the compiler unrolls by itself; the next tiles of a last round are not brought
// TODO.
// Replaces
//| #include "wire/cuda_check.hpp"
#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
// end of Replaces
    // Solution 1
    float result = alpha * sum;
    if (beta != 0.0f) result = fmaf(beta, *c, result);
    *c = result;
    // end of Solution 1
    // Solution 2
    const float* b = &b_tile[0][column];
    for (int k = 0; k < tile_depth; ++k, b += column_tile)
        for (int i = 0; i < piece; ++i) sums[i] = fmaf(a_tile[row + i][k], *b, sums[i]);
    // end of Solution 2
    // Solution 3
    for (int k = 0; k < tile_depth; ++k) {
        float b[piece];
        for (int j = 0; j < piece; ++j) b[j] = b_tile[k][x + 16 * j];
        for (int i = 0; i < piece; ++i) {
            const float a = a_tile[y + 16 * i][k];
            for (int j = 0; j < piece; ++j) sums[i][j] = fmaf(a, b[j], sums[i][j]);
        }
    }
    // end of Solution 3
    // Solution 5
    const auto block = cooperative_groups::this_thread_block();
    const int rounds = (k + tile_depth - 1) / tile_depth;
    if (rounds > 0) {
        keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
        block.sync();
        for (int p = 0; p + 1 < rounds; ++p) {
            const Brought next = bring<aligned>(A, B, m, n, k, top, left, (p + 1) * tile_depth);
            add_fours(tiles[p % 2], sums);
            keep(tiles[(p + 1) % 2], next);
            block.sync();
        }
        add_fours(tiles[(rounds - 1) % 2], sums);
    }
    // end of Solution 5
