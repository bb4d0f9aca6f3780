// Mistake: the weights are not divided by the sum
// Verdict: wrong_answer
// Message: all weights of this row are
// Message: they add up to
    // Solution 1
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0f : expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0f : expf(x[i] - maximum);
    }
    // end of Solution 1
