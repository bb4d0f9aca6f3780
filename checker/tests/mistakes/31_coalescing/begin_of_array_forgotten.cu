// Mistake: the prediction leaves out where the warp begins
// Verdict: wrong_answer
// Message: returned 4; expected 5
    // Solution 1
    sectors = step == 0 ? 1 : step < 8 ? static_cast<int>(4 * step) : 32;
    // end of Solution 1
