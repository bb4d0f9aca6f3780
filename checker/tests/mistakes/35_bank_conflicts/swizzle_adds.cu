// Mistake: adds the row without coming round: the element leaves its row
// Verdict: wrong_answer
// Message: swizzled_place
// Message: two elements cannot share a word
    // Solution 3
    return row * tile_columns + column + row % 32;
    // end of Solution 3
