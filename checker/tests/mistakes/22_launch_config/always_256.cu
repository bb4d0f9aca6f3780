// Mistake: 256 threads, the usual advice
// Verdict: wrong_answer
// Message: a launch with such blocks is refused
    // Solution 2
    return 256;
    // end of Solution 2
