// Mistake: the columns lie 33 words apart: right for 32 rows; with more, two elements meet
// Verdict: wrong_answer
// Message: are both 33: two elements cannot share a word
    // Solution 2
    return column * (tile_columns + 1) + row;
    // end of Solution 2
