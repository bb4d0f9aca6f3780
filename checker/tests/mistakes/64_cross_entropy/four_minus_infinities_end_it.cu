// Mistake: returns the empty state for four minus infinities
// Verdict: wrong_answer
// Message: with_four
    // Solution 1:
    const float of_four = fmaxf(fmaxf(x[0], x[1]), fmaxf(x[2], x[3]));
    const float maximum = fmaxf(state.maximum, of_four);
    if (of_four == -INFINITY) return {of_four, 0.0f};
    const float sum = (expf(x[0] - maximum) + expf(x[1] - maximum)) +
                      (expf(x[2] - maximum) + expf(x[3] - maximum));
    return {maximum, state.sum * expf(state.maximum - maximum) + sum};
    // end of Solution 1
