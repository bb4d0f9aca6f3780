// Mistake: all elements one at a time
// Verdict: wrong_answer
// Message: expected {0, 4, 1}
    // Solution 1
    return {n, 0, 0};
    // end of Solution 1
