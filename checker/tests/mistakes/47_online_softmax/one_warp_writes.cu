// Mistake: the first warp of a block writes all weights
// Verdict: requirement
// Message: all threads of a block are to write weights of its row
// Only: virtual
    // Solution 5
    const State state = row_state(x, columns);
    for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32) {
        weights[i] = state.sum == 0.0f ? 0.0f : expf(x[i] - state.maximum) / state.sum;
    }
    // end of Solution 5
