// Mistake: one byte of sixteen is read
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 4
#pragma unroll
    for (int i = 0; i < 1; ++i)
        if (row < rows && column + i < columns) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
