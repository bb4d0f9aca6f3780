// Mistake: the sum always counts from the latest value
// Verdict: wrong_answer
// Message: 2: the state after each value
    // Solution 2
    if (x == -INFINITY) return state;
    return {x, state.sum * expf(state.maximum - x) + 1.0f};
    // end of Solution 2
