// Mistake: the wrong operand is padded: a row more in place of a word more in each row
// Verdict: wrong_answer
// Message: tile of 32 rows has the words 0 to 1055
    // Solution 2
    return (row + 1) * tile_columns + column + tile_columns;
    // end of Solution 2
