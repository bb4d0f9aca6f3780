// Mistake: weights are written, then divided
// Verdict: too_much_traffic
// Message: each weight is to be written once
// Only: virtual
    // Solution 5
    const State state = row_state(x, columns);
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        *(volatile float*)&weights[i] = state.sum == 0.0f ? 0.0f : expf(x[i] - state.maximum);
    }
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        if (state.sum != 0.0f) weights[i] /= state.sum;
    }
    // end of Solution 5
