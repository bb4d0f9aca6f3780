// Mistake: the first warp of a block computes all of its elements, in registers
// Verdict: requirement
// Message: all warps of a block are to fill the tiles
// Only: virtual
    // Solution 4
    __shared__ Tile sums;
    float own[tile_size / 2] = {};
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        for (int k = 0; threadIdx.y < 2 && k < tile_size; ++k) {
            const float b = b_tile[k][threadIdx.x];
            for (int i = 0; i < tile_size / 2; ++i) own[i] += a_tile[2 * i + threadIdx.y][k] * b;
        }
        __syncthreads();
    }
    for (int i = 0; threadIdx.y < 2 && i < tile_size / 2; ++i) {
        sums[2 * i + threadIdx.y][threadIdx.x] = own[i];
    }
    __syncthreads();
    sum = sums[threadIdx.y][threadIdx.x];
    // end of Solution 4
