// Mistake: reads rows that are ignored
// Verdict: too_much_traffic
// Message: none of a row that is ignored
// Only: virtual
    // Solution 3:
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        if (label != ignored) *state = of_row;
        *loss = label == ignored ? 0.0f : logf(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
