// Mistake: the guard lets one byte more pass
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (row < rows && column + i <= columns) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
