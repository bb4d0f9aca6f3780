// Mistake: the step in turn, once more
// Verdict: requirement
// Message: of 12 copies, 0 take place while inner rows of the same part are computed
// Only: virtual
    // Solution 4:
    step_in_turn(upper, lower, rate);
    // end of Solution 4
