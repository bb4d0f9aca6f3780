// Mistake: a kernel for each row of the matrix
// Verdict: requirement
// Message: kernels were launched
    // Solution 4
    for (int i = 0; i < rows; ++i) {
        add_views(matrix + i * columns, columns, 1, row, 0, 1, out + i * columns, 1, columns);
    }
    // end of Solution 4
