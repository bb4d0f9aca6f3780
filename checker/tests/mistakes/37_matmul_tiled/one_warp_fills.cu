// Mistake: the first warp of a block fills both tiles
// Verdict: requirement
// Message: all warps of a block are to fill the tiles
// Only: virtual
    // Solution 2
    const int x = threadIdx.x;
    for (int y = threadIdx.y; threadIdx.y < 2 && y < tile_size; y += 2) {
        a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
        b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    }
    // end of Solution 2
