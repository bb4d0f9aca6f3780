// Mistake: thread 0 writes all weights
// Verdict: requirement
// Message: the weights are written by too few threads
// Only: virtual
    // Solution 5
    const State state = row_state(x, columns);
    if (threadIdx.x == 0) {
        for (int i = 0; i < columns; ++i) {
            weights[i] = state.sum == 0.0f ? 0.0f : expf(x[i] - state.maximum) / state.sum;
        }
    }
    // end of Solution 5
