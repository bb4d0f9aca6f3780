// Mistake: each of the sixteen is the first
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows && column + i < columns) sixteen.of[i] = matrix[row * columns + column];
    // end of Solution 4
