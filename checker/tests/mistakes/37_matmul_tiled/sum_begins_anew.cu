// Mistake: the sum begins anew in each round
// Verdict: wrong_answer
// Message: this is the product of the last tiles alone
    // Solution 4
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum = product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
