// Mistake: the label's logit is taken after the subtraction, and subtracted again
// Verdict: wrong_answer
// Message: subtracted twice
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        const float own = x[label] - of_row.maximum;
        *loss = logf(of_row.sum) - own + (of_row.maximum - x[label]);
    }
    // end of Solution 3
