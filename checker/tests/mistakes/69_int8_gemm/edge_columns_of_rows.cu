// Mistake: rows are taken to be as long as the matrix is high
// Verdict: wrong_answer
// Message: each sum is to be exact
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows && column + i < columns) sixteen.of[i] = matrix[(row * rows + column + i) % (rows * columns)];
    // end of Solution 4
