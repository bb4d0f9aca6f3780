// Mistake: no barrier between multiplying and filling the next tiles
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
    }
    // end of Solution 4
