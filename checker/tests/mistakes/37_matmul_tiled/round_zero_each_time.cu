// Mistake: p does not reach the tiles
// Verdict: wrong_answer
// Message: each round has multiplied the tiles of round 0
    // Solution 4
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, 0, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
