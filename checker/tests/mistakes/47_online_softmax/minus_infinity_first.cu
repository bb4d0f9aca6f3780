// Mistake: minus infinity less minus infinity
// Verdict: wrong_answer
// Message: NaN is minus infinity less minus infinity
    // Solution 2
    const float maximum = fmaxf(state.maximum, x);
    return {maximum, state.sum * expf(state.maximum - maximum) + expf(x - maximum)};
    // end of Solution 2
