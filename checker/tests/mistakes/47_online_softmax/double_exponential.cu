// Mistake: exp and 1.0 in double
// Verdict: requirement
// Message: there is a double on the way
    // Solution 1
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0 : exp(static_cast<double>(x[i] - maximum));
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0 : exp(static_cast<double>(x[i] - maximum)) / sum;
    }
    // end of Solution 1
