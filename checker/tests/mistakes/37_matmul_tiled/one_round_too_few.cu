// Mistake: the last round is left out
// Verdict: wrong_answer
// Message: this is the state after 1 of the rounds; what is asked for is that after 2
    // Solution 4
    for (int p = 0; p < rounds - 1; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
