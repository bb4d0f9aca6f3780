// Mistake: each thread writes one weight
// Verdict: wrong_answer
// Message: never written
// Message: 5: softmax, any shape
    // Solution 5
    const State state = row_state(x, columns);
    const int i = threadIdx.x;
    if (i < columns) {
        weights[i] = state.sum == 0.0f ? 0.0f : expf(x[i] - state.maximum) / state.sum;
    }
    // end of Solution 5
