// Mistake: values below -1e30 are taken for minus infinity
// Verdict: wrong_answer
// Message: 2: the state of extreme values
// Message: all -3e38
    // Solution 2
    if (x < -1e30f) return state;
    if (x <= state.maximum) return {state.maximum, state.sum + expf(x - state.maximum)};
    return {x, state.sum * expf(state.maximum - x) + 1.0f};
    // end of Solution 2
