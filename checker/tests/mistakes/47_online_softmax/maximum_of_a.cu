// Mistake: the sum counts from the maximum of a
// Verdict: wrong_answer
// Message: The maximum is the larger of two
    // Solution 3
    if (a.sum == 0.0f) return b;
    return {a.maximum, a.sum + b.sum * expf(b.maximum - a.maximum)};
    // end of Solution 3
