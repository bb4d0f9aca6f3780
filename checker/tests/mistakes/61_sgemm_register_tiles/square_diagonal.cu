// Mistake: each element of A meets one of B alone
// Verdict: wrong_answer
// Message: is sums[0][1] of the thread with x = 0, y = 0
    // Solution 3
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[piece], b[piece];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            a[i] = a_tile[y + 16 * i][k];
            b[i] = b_tile[k][x + 16 * i];
        }
#pragma unroll
        for (int i = 0; i < piece; ++i) {
#pragma unroll
            for (int j = i; j <= i; ++j) {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    // end of Solution 3
