// Mistake: adds the whole block before dividing
// Verdict: wrong_answer
// Message: blocks_for() returned 2; expected 1
    // Solution 1
    return static_cast<unsigned>((n + threads_per_block) / threads_per_block);
    // end of Solution 1
