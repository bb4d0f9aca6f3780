// Mistake: the row is added to each column
// Verdict: wrong_answer
// Message: row 0, column 1
    // Solution 4
    add_views(matrix, columns, 1, row, 1, 0, out, rows, columns);
    // end of Solution 4
