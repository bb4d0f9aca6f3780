// Mistake: A's tile is stored across
// Verdict: wrong_answer
// Message: The whole tile lies on its side
// Message: a_tile(0, 1) is A(1, 0); expected is A(0, 1)
    // Solution 2
    const int x = threadIdx.x, y = threadIdx.y;
    a_tile[x][y] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    // end of Solution 2
