// Mistake: multiplies the loss of an ignored row by 0
// Verdict: wrong_answer
// Message: the row is ignored
    // Solution 3:
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        if (label != ignored) *state = of_row;
        *loss = (label != ignored) * (logf(of_row.sum) + (of_row.maximum - x[max(label, 0)]));
    }
    // end of Solution 3
