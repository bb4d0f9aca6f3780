// Mistake: the factor is the wrong way round
// Verdict: wrong_answer
// Message: the factor is upside down
    // Solution 1
    const float maximum = fmaxf(state.maximum, score);
    const float factor = state.sum == 0.0f ? 0.0f : expf(maximum - state.maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + weight * value[d];
    }
    // end of Solution 1
