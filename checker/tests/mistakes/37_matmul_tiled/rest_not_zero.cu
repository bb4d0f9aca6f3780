// Mistake: what lies beyond an edge leaves the tile as it is
// Verdict: fault
// Message: was all of the tile filled
// Only: virtual
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    if (by * tile_size + y < M && p * tile_size + x < K) {
        a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    }
    if (p * tile_size + y < K && bx * tile_size + x < N) {
        b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    }
    // end of Solution 2
