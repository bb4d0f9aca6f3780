// Mistake: sixteen bytes are read, or none
// Verdict: wrong_answer
// Message: the last k % 16 products are missing
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows && column + 16 <= columns) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
