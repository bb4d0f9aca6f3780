// Mistake: each thread computes its whole row, and keeps one element of it
// Verdict: too_much_traffic
// Message: products are computed more than once
// Only: virtual
    // Solution 3
    float sum = 0.0f;
    for (int x = 0; x < tile_size; ++x) {
        float of_x = 0.0f;
        for (int k = 0; k < tile_size; ++k) {
            of_x += *(const volatile float*)&a_tile[threadIdx.y][k] * *(const volatile float*)&b_tile[k][x];
        }
        if (x == threadIdx.x) {
            sum = of_x;
        }
    }
    return sum;
    // end of Solution 3
