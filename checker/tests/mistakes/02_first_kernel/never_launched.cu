// Mistake: the kernel is written and never launched
// Verdict: wrong_answer
// Message: no kernel was launched
    // Solution 2
    // end of Solution 2
