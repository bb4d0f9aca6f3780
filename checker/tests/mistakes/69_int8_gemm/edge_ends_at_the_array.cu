// Mistake: only the end of the array is guarded, not that of a row
// Verdict: wrong_answer
// Message: what stands behind the end of a row of A, and of a column of B, is multiplied, too
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row * columns + column + i < rows * columns) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
