// Mistake: rows in place of columns as the stride of a matrix
// Verdict: fault
// Message: Invalid __global__ read
    // Solution 3
    add_views(matrix, rows, 1, scalar, 0, 0, out, rows, columns);
    // end of Solution 3
