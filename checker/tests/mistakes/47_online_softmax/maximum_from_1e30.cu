// Mistake: the maximum begins with -1e30, which stands for minus infinity
// Verdict: wrong_answer
// Message: all -3e38
    // Solution 1
    float maximum = -1e30f;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -1e30f ? 0.0f : expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -1e30f ? 0.0f : expf(x[i] - maximum) / sum;
    }
    // end of Solution 1
