// Mistake: x and y are exchanged
// Verdict: wrong_answer
// Message: row 0 of A has a single 1
// Message: of the thread with x = 1, y = 0
    // Solution 3
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[piece], b[piece];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            a[i] = a_tile[x + 16 * i][k];
            b[i] = b_tile[k][y + 16 * i];
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
