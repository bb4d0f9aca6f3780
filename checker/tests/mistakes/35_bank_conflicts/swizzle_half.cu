// Mistake: exclusive or with 16 of 32 rows
// Verdict: wrong_answer
// Message: swizzled_place(0, 0) is 0 and swizzled_place(16, 0) is 512, both in bank 0
    // Solution 3
    return row * tile_columns + (column ^ (row % 16));
    // end of Solution 3
