// Mistake: the largest block there is, for every kernel on every card
// Verdict: wrong_answer
// Message: a launch with such blocks is refused
    // Solution 2
    return largest_block;
    // end of Solution 2
