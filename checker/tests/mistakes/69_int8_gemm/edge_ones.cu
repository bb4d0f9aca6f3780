// Mistake: what is not there becomes 1
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        sixteen.of[i] = row < rows && column + i < columns ? matrix[row * columns + column + i] : 1;
    // end of Solution 4
