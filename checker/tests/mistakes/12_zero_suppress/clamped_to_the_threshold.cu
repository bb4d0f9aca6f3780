// Mistake: the threshold in place of zero
// Verdict: wrong_answer
// Message: expected 0, got 15
    // Solution 1
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude < threshold ? threshold : value;
    // end of Solution 1
