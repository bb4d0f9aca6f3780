// Mistake: adds to the old sum as it is
// Verdict: wrong_answer
// Message: the old sum has to be rescaled
    // Solution 1:
    const float of_four = fmaxf(fmaxf(x[0], x[1]), fmaxf(x[2], x[3]));
    const float maximum = fmaxf(state.maximum, of_four);
    if (maximum == -INFINITY) return state;
    const float sum = (expf(x[0] - maximum) + expf(x[1] - maximum)) +
                      (expf(x[2] - maximum) + expf(x[3] - maximum));
    return {maximum, state.sum + sum};
    // end of Solution 1
