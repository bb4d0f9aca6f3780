// Mistake: multiplies rows that are ignored by 0
// Verdict: wrong_answer
// Message: the row is ignored: its derivatives are 0
    // Solution 5:
    if (label == ignored) {
        for (int c = threadIdx.x; c < classes; c += threads_per_block) x[c] *= 0.0f;
        return;
    }
    const float part = 1.0f / static_cast<float>(count);
    const float factor = part / state->sum, maximum = state->maximum;
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            if (c < classes) four[k] = x[c];
        }
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            const float share = expf(four[k] - maximum) * factor;
            if (c < classes) x[c] = c == label ? share - part : share;
        }
    }
    // end of Solution 5
