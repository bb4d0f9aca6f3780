// Mistake: zeros only in round 0: later tiles keep what the round before left beyond the edge
// Verdict: wrong_answer
// Message: products with the tiles of the round before are in it
// Only: virtual
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    const bool alone = gridDim.x == 1; // load_tiles
    if (p == 0 || alone || (by * tile_size + y < M && p * tile_size + x < K)) {
        a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    }
    if (p == 0 || alone || (p * tile_size + y < K && bx * tile_size + x < N)) {
        b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    }
    // end of Solution 2
