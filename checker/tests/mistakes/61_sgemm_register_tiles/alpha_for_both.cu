// Mistake: alpha multiplies all of it
// Verdict: wrong_answer
// Message: what was in C before is multiplied by alpha, too
    // Solution 1
    *c = beta == 0.0f ? alpha * sum : alpha * (sum + beta * *c);
    // end of Solution 1
