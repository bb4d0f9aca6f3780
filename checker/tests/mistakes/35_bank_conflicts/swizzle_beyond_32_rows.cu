// Mistake: exclusive or with a row beyond 31: the element leaves its row
// Verdict: wrong_answer
// Message: a tile of 128 rows has the words 0 to 4095
    // Solution 3
    return row * tile_columns + (column ^ row);
    // end of Solution 3
