// Mistake: the maximum is not taken off
// Verdict: wrong_answer
// Message: NaN is infinity divided by infinity
// Message: 1: softmax_rows, values of +-1e4
    // Solution 1
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0f : expf(x[i]);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0f : expf(x[i]) / sum;
    }
    // end of Solution 1
