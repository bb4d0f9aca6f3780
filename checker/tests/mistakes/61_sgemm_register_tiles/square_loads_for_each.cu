// Mistake: both elements are loaded for each product
// Verdict: too_much_traffic
// Message: 16 loads for 64 products
// Only: virtual
    // Solution 3
    for (int i = 0; i < piece; ++i) {
        for (int j = 0; j < piece; ++j) {
            const volatile float* a = a_tile[y + 16 * i];
            const volatile float* b = &b_tile[0][x + 16 * j];
            for (int k = 0; k < tile_depth; ++k) {
                sums[i][j] += a[k] * b[k * square_tile];
            }
        }
    }
    // end of Solution 3
