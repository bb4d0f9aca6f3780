// Mistake: the 8 rows are 8 apart
// Verdict: wrong_answer
// Message: is sums[1] of thread 0
    // Solution 2
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        const float b = b_tile[k][column];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            sums[i] += a_tile[row / piece + piece * i][k] * b;
        }
    }
    // end of Solution 2
