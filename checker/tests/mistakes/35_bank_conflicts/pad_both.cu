// Mistake: both directions are padded
// Verdict: wrong_answer
// Message: padded_place
    // Solution 2
    return row * (tile_columns + 1) + column * (tile_columns + 1);
    // end of Solution 2
