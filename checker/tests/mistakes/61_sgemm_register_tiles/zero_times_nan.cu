// Mistake: C is read and multiplied by 0
// Verdict: wrong_answer
// Message: beta is 0, so C is not to be read: 0 times NaN is NaN
    // Solution 1
    *c = alpha * sum + beta * *c;
    // end of Solution 1
