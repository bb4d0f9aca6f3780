// Mistake: leaves the loss of an ignored row as it was
// Verdict: wrong_answer
// Message: was never written
    // Solution 3:
    if (label == ignored) {
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
