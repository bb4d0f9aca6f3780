// Mistake: column and row of the outer sum exchanged
// Verdict: wrong_answer
// Message: row 0, column 1
    // Solution 2
    add_views(column, 0, 1, row, 1, 0, out, rows, columns);
    // end of Solution 2
