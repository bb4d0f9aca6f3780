// Mistake: C is written in each round
// Verdict: too_much_traffic
// Message: each element of C is to be written once
// Only: virtual
    // Solution 4
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
        put(C, M, N, by * tile_size + threadIdx.y, bx * tile_size + threadIdx.x, sum);
    }
    // end of Solution 4
