// Mistake: threads beyond the edge leave before the tiles are filled
// Verdict: fault
// Message: 5: 
// Only: virtual
    // Solution 4
    if (by * tile_size + threadIdx.y >= M || bx * tile_size + threadIdx.x >= N) {
        return;
    }
    for (int p = 0; p < rounds; ++p) {
        fill_tiles(A, B, M, N, K, by, bx, p, a_tile, b_tile);
        __syncthreads();
        sum += product_of_tiles(a_tile, b_tile);
        __syncthreads();
    }
    // end of Solution 4
