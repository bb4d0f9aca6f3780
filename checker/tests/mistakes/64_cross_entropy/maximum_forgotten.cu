// Mistake: the maximum is not added
// Verdict: wrong_answer
// Message: the maximum is missing in it
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) - x[label];
    }
    // end of Solution 3
