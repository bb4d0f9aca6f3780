// Mistake: each sum gets the other one's factor
// Verdict: wrong_answer
// Message: Each sum got the other one's factor
    // Solution 3
    const float maximum = fmaxf(a.maximum, b.maximum);
    if (maximum == -INFINITY) return {maximum, 0.0f};
    return {maximum, a.sum * expf(b.maximum - maximum) + b.sum * expf(a.maximum - maximum)};
    // end of Solution 3
