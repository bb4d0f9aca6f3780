// Mistake: all bins in the own block
// Verdict: wrong_answer
// Message: the place of bin
// Only: virtual
    // Solution 3:
    return own + bin % of_block;
    // end of Solution 3
