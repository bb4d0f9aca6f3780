// Mistake: a row of minus infinities is divided by its sum
// Verdict: wrong_answer
// Message: all values of this row are -infinity
    // Solution 1
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = expf(x[i] - maximum) / sum;
    }
    // end of Solution 1
