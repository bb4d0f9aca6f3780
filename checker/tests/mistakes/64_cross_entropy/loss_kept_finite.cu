// Mistake: the loss of a label whose logit is minus infinity is cut to a finite number
// Verdict: wrong_answer
// Message: expected is inf
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = fminf(logf(of_row.sum) + (of_row.maximum - x[label]), 1e5f);
    }
    // end of Solution 3
