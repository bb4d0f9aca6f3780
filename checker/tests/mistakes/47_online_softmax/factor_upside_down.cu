// Mistake: the old sum gets larger when the maximum rises
// Verdict: wrong_answer
// Message: the factor is exp(m - m')
    // Solution 2
    if (x == -INFINITY) return state;
    const float maximum = fmaxf(state.maximum, x);
    const float factor = state.sum == 0.0f ? 1.0f : expf(maximum - state.maximum);
    return {maximum, state.sum * factor + expf(x - maximum)};
    // end of Solution 2
