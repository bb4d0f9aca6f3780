// Mistake: two words too many: every second bank
// Verdict: wrong_answer
// Message: padded_place
    // Solution 2
    return row * (tile_columns + 2) + column;
    // end of Solution 2
