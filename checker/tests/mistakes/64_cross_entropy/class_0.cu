// Mistake: takes the logit of class 0
// Verdict: wrong_answer
// Message: this is the loss for class 0
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) + (of_row.maximum - x[0]);
    }
    // end of Solution 3
