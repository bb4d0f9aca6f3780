// Mistake: exchanges rows in place of columns: each column stays in its bank
// Verdict: wrong_answer
// Message: both in bank 0
    // Solution 3
    return (row / 32 * 32 + (31 - row % 32)) * tile_columns + column;
    // end of Solution 3
