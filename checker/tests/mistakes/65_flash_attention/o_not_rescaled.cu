// Mistake: the values so far are not rescaled
// Verdict: wrong_answer
// Message: the values added up so far were not rescaled when the maximum rose
    // Solution 1
    const float maximum = fmaxf(state.maximum, score);
    const float factor = expf(state.maximum - maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] + weight * value[d];
    }
    // end of Solution 1
