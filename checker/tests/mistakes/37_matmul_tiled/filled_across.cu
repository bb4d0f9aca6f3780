// Mistake: neighbouring threads fill the tiles column by column
// Verdict: too_much_traffic
// Message: tiles are to be filled row by row
// Only: virtual
    // Solution 2
    const int x = threadIdx.y, y = threadIdx.x;
    a_tile[y][x] = element(A, M, K, by * tile_size + y, p * tile_size + x);
    b_tile[y][x] = element(B, K, N, p * tile_size + y, bx * tile_size + x);
    // end of Solution 2
