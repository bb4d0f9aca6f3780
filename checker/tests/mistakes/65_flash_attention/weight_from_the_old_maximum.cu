// Mistake: the new weight counts from the old maximum
// Verdict: wrong_answer
// Message: the sum
    // Solution 1
    const float maximum = fmaxf(state.maximum, score);
    const float factor = expf(state.maximum - maximum), weight = expf(score - fmaxf(state.maximum, -1e30f));
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + weight * value[d];
    }
    // end of Solution 1
