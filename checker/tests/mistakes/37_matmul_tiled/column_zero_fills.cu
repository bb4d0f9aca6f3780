// Mistake: one thread of each row fills the row of both tiles
// Verdict: too_much_traffic
// Message: the tiles are filled by too few threads
// Only: virtual
    // Solution 2
    const int y = threadIdx.y;
    if (threadIdx.x == 0) {
        for (int x = 0; x < tile_size; ++x) {
            a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
            b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
        }
    }
    // end of Solution 2
