// Mistake: all threads of a block write its state and its loss
// Verdict: too_much_traffic
// Message: 3: row_losses, rows that are ignored
// Message: by one thread of the block
// Only: virtual
    // Solution 3:
    if (label == ignored) {
        *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    *state = of_row;
    *loss = logf(of_row.sum) + (of_row.maximum - x[label]);
    // end of Solution 3
