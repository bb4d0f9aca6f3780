// Mistake: a maximum is never below 0
// Verdict: wrong_answer
// Message: the maximum began with 0: it is -infinity
    // Solution 2
    if (x == -INFINITY) return state;
    const float maximum = fmaxf(fmaxf(state.maximum, x), 0.0f);
    return {maximum, state.sum * expf(state.maximum - maximum) + expf(x - maximum)};
    // end of Solution 2
