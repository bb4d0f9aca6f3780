// Mistake: the tiles do not move
// Verdict: wrong_answer
// Message: a_tile(0, 0) is A(0, 0); expected is A(0, 16)
// Message: each round has multiplied the tiles of round 0
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    a_tile[y][x] = element(A, M, K, by * tile_size + y, x);
    b_tile[y][x] = element(B, K, N, y, bx * tile_size + x);
    // end of Solution 2
