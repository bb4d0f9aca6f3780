// Mistake: what is in C is overwritten
// Verdict: wrong_answer
// Message: what was in C before is missing: beta C
    // Solution 1
    *c = alpha * sum;
    // end of Solution 1
