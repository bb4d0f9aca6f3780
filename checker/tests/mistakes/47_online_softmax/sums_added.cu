// Mistake: sums are added as they are
// Verdict: wrong_answer
// Message: The sums count from different maxima: one has to be rescaled
    // Solution 3
    const float maximum = fmaxf(a.maximum, b.maximum);
    return {maximum, a.sum + b.sum};
    // end of Solution 3
