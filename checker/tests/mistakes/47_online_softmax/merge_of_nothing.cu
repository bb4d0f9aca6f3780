// Mistake: two sides without values
// Verdict: wrong_answer
// Message: NaN is -infinity less -infinity here
    // Solution 3
    const float maximum = fmaxf(a.maximum, b.maximum);
    return {maximum, a.sum * expf(a.maximum - maximum) + b.sum * expf(b.maximum - maximum)};
    // end of Solution 3
