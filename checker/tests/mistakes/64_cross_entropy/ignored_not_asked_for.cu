// Mistake: does not ask whether the row is ignored
// Verdict: fault
// Message: row_losses
// Only: virtual
    // Solution 3:
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
