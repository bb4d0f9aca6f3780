// Mistake: both move along the row
// Verdict: wrong_answer
// Message: row 0, column 1
    // Solution 2
    add_views(column, 0, 1, row, 0, 1, out, rows, columns);
    // end of Solution 2
