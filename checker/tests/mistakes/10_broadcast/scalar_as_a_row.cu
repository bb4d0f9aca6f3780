// Mistake: one number, read as if it were many
// Verdict: fault
// Message: Invalid __global__ read
    // Solution 3
    add_views(matrix, columns, 1, scalar, 0, 1, out, rows, columns);
    // end of Solution 3
