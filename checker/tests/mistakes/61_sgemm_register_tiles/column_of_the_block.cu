// Mistake: all threads take the first 8 rows
// Verdict: wrong_answer
// Message: C(8, 0) is sums[0] of thread 64
    // Solution 2
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        const float b = b_tile[k][column];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            sums[i] += a_tile[i][k] * b;
        }
    }
    // end of Solution 2
