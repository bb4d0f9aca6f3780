// Mistake: sums up exp(x) as it is
// Verdict: wrong_answer
// Message: with_four
    // Solution 1:
    float sum = state.sum;
    for (int i = 0; i < at_once; ++i) sum += expf(x[i]);
    return {0.0f, sum};
    // end of Solution 1
