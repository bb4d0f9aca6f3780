// Mistake: the values are not weighted
// Verdict: wrong_answer
// Message: O is
    // Solution 1
    const float maximum = fmaxf(state.maximum, score);
    const float factor = expf(state.maximum - maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + value[d];
    }
    // end of Solution 1
