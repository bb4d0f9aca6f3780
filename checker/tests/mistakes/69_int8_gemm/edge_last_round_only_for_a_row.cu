// Mistake: each row begins with column 0 again
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows && column + i < columns) sixteen.of[i] = matrix[row * columns + i % columns];
    // end of Solution 4
