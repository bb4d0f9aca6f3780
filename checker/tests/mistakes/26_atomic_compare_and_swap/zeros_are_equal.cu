// Mistake: does not tell +0 from -0: which one stays depends on the order
// Verdict: wrong_answer
// Message: peak
    // Solution 1
    return reading > peak;
    // end of Solution 1
