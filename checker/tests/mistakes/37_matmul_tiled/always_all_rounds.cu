// Mistake: rounds is not used
// Verdict: wrong_answer
// Message: what is asked for is that after 1
    // Solution 4
    for (int p = 0; p < (K + tile_size - 1) / tile_size; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
