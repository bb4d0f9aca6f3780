// Mistake: the sum of exp(x) beside the maximum
// Verdict: wrong_answer
// Message: this is the sum of exp(x): the maximum was not taken off
    // Solution 2
    return {fmaxf(state.maximum, x), state.sum + expf(x)};
    // end of Solution 2
