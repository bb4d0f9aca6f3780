// Mistake: the first value is taken for the maximum
// Verdict: wrong_answer
// Message: 1: softmax_rows
    // Solution 1
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = x[0];
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0f : expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0f : expf(x[i] - maximum) / sum;
    }
    // end of Solution 1
