// Mistake: what follows in memory is multiplied, too
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
