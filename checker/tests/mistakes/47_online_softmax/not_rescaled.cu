// Mistake: the old sum stays as it was when the maximum rises
// Verdict: wrong_answer
// Message: the old sum was not rescaled when the maximum rose
    // Solution 2
    if (x == -INFINITY) return state;
    const float maximum = fmaxf(state.maximum, x);
    return {maximum, state.sum + expf(x - maximum)};
    // end of Solution 2
