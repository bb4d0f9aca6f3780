// Mistake: the tiles are filled, but the products come from global memory
// Verdict: too_much_traffic
// Message: to take them from shared memory
// Only: virtual
    // Solution 4
    for (int p = 0; p < rounds; ++p) {
        for (int k = p * tile_size; k < (p + 1) * tile_size; ++k) {
            sum += element(A, M, K, by * tile_size + threadIdx.y, k) *
                   element(B, K, N, k, bx * tile_size + threadIdx.x);
        }
    }
    // end of Solution 4
