// Mistake: a is loaded again for each column
// Verdict: too_much_traffic
// Message: 16 loads for 64 products
// Only: virtual
    // Solution 3
#pragma unroll
    for (int j = 0; j < piece; ++j) {
#pragma unroll
        for (int k = 0; k < tile_depth; ++k) {
            const float b = b_tile[k][x + 16 * j];
            const volatile float(&a)[square_tile][tile_depth] = a_tile;
#pragma unroll
            for (int i = 0; i < piece; ++i) {
                sums[i][j] += a[y + 16 * i][k] * b;
            }
        }
    }
    // end of Solution 3
