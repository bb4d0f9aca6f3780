// Mistake: the logarithm to base 2
// Verdict: wrong_answer
// Message: row_losses
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = log2f(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
