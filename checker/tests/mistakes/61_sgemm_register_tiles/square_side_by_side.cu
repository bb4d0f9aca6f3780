// Mistake: the 8 x 8 elements lie side by side
// Verdict: wrong_answer
// Message: C(0, 1) is sums[0][0] of the thread with x = 1, y = 0
    // Solution 3
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[piece], b[piece];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            a[i] = a_tile[8 * y + i][k];
            b[i] = b_tile[k][8 * x + i];
        }
#pragma unroll
        for (int i = 0; i < piece; ++i) {
#pragma unroll
            for (int j = 0; j < piece; ++j) {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    // end of Solution 3
