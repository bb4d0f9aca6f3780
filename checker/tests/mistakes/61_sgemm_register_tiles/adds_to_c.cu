// Mistake: the sum is added to C, whatever beta is
// Verdict: wrong_answer
// Message: what was in C before is not multiplied by beta
    // Solution 1
    *c = beta == 0.0f ? alpha * sum : alpha * sum + *c;
    // end of Solution 1
