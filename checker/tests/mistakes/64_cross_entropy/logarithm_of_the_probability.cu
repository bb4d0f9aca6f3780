// Mistake: the sign is lost
// Verdict: wrong_answer
// Message: its sign is lost
    // Solution 3:
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = x[label] - of_row.maximum - logf(of_row.sum);
    }
    // end of Solution 3
