// Mistake: rows that A does not have are read
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 4
#pragma unroll
    for (int i = 0; i < 16; ++i)
        if (column + i < columns) sixteen.of[i] = matrix[row * columns + column + i];
    // end of Solution 4
