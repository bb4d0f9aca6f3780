// Mistake: the maximum is that of the last key
// Verdict: wrong_answer
// Message: the maximum is
    // Solution 1
    const float maximum = score;
    const float factor = expf(state.maximum - maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + weight * value[d];
    }
    // end of Solution 1
