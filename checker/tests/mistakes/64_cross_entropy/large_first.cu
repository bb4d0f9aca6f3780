// Mistake: adds the logarithm to the large maximum
// Verdict: wrong_answer
// Message: it is rounded as part of a large number
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = (logf(of_row.sum) + of_row.maximum) - x[label];
    }
    // end of Solution 3
