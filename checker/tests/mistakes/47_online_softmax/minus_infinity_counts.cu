// Mistake: minus infinity counts as a value
// Verdict: wrong_answer
// Message: 2: the state of extreme values
    // Solution 2
    if (x <= state.maximum) return {state.maximum, state.sum + (x == -INFINITY ? 1.0f : expf(x - state.maximum))};
    return {x, state.sum * expf(state.maximum - x) + 1.0f};
    // end of Solution 2
