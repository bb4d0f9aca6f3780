// Mistake: factors above 1
// Verdict: wrong_answer
// Message: The factor is the wrong way round: no factor is above 1
    // Solution 3
    const float maximum = fmaxf(a.maximum, b.maximum);
    if (a.sum == 0.0f) return b;
    if (b.sum == 0.0f) return a;
    return {maximum, a.sum * expf(maximum - a.maximum) + b.sum * expf(maximum - b.maximum)};
    // end of Solution 3
