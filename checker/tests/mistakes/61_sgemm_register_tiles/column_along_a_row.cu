// Mistake: the 8 sums lie in a row of C
// Verdict: wrong_answer
// Message: C(1, 0) is sums[1] of thread 0
    // Solution 2
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        #pragma unroll
        for (int i = 0; i < piece; ++i) {
            sums[i] += a_tile[row][k] * b_tile[k][(column + i) % column_tile];
        }
    }
    // end of Solution 2
