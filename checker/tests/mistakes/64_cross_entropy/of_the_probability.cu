// Mistake: the logarithm of the probability itself, which may be 0
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
        *loss = -logf(expf(x[label] - of_row.maximum) / of_row.sum);
    }
    // end of Solution 3
