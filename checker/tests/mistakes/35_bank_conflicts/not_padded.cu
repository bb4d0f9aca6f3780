// Mistake: no padding: a column lies in one bank
// Verdict: wrong_answer
// Message: padded_place(0, 0) is 0 and padded_place(1, 0) is 32, both in bank 0
    // Solution 2
    return row * tile_columns + column;
    // end of Solution 2
