// Mistake: op is called behind each round of products
// Verdict: wrong_answer
// Message: the functor was called 5 times
// Message: when the sum is complete
    // Solution 4
    // As if the loop over the products stood around what follows.
    for (int round = 0; round < max((k + tile_depth - 1) / tile_depth, 1); ++round) {
#pragma unroll
        for (int i = 0; i < piece; ++i) {
#pragma unroll
            for (int j = 0; j < piece; ++j) {
                const int row = top + row_of(i), column = left + column_of(j);
                if (row < m && column < n) C[row * n + column] = op(sums[i][j], row, column);
            }
        }
    }
    // end of Solution 4
