// Mistake: an or, which loses columns
// Verdict: wrong_answer
// Message: two elements cannot share a word
    // Solution 3
    return row * tile_columns + (column | (row % 32));
    // end of Solution 3
