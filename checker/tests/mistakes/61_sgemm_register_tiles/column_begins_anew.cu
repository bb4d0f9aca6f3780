// Mistake: the sums begin anew with each pair of tiles
// Verdict: wrong_answer
// Message: these are the products of the last round alone
    // Solution 2
#pragma unroll
    for (int i = 0; i < piece; ++i) {
        sums[i] = 0.0f;
    }
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        const float b = b_tile[k][column];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            sums[i] += a_tile[row + i][k] * b;
        }
    }
    // end of Solution 2
