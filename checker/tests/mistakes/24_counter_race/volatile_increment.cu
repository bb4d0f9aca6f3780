// Mistake: volatile does not make one step of three
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    volatile unsigned* const seen = counter;
    *seen = *seen + 1;
    // end of Solution 1
