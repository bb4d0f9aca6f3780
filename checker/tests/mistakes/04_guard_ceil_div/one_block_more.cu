// Mistake: always one block more than fits: a block without work where n divides
// Verdict: wrong_answer
// Message: blocks_for() returned 2; expected 1
    // Solution 1
    return static_cast<unsigned>(n / threads_per_block + 1);
    // end of Solution 1
