// Mistake: writes the state of ignored rows
// Verdict: wrong_answer
// Message: its state is not to be written
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f, *state = {0.0f, 0.0f};
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
