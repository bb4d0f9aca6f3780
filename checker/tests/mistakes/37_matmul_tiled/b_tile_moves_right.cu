// Mistake: p moves B's tile to the right
// Verdict: wrong_answer
// Message: b_tile(0, 0) is B(0, 16); expected is B(16, 0)
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    b_tile[y][x] = element(B, K, N, bx * tile_size + y, p * tile_size + x);
    // end of Solution 2
