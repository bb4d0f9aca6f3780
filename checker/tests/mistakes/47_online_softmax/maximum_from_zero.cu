// Mistake: the maximum begins with 0
// Verdict: wrong_answer
// Message: NaN is infinity divided by infinity, 0 divided by 0
// Message: all -1e4
    // Solution 1
    float maximum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0f : expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0f : expf(x[i] - maximum) / sum;
    }
    // end of Solution 1
