// Mistake: A's tile is that of the block's column
// Verdict: wrong_answer
// Message: a_tile(0, 0) is A(32, 0); expected is A(0, 0)
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    a_tile[y][x] = element(A, M, K, bx * tile_size + y, p * tile_size + x);
    b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    // end of Solution 2
