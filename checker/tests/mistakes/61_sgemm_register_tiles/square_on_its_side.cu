// Mistake: sums[i][j] is the element of column i and row j
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
            for (int j = 0; j < piece; ++j) {
                sums[i][j] += a[j] * b[i];
            }
        }
    }
    // end of Solution 3
