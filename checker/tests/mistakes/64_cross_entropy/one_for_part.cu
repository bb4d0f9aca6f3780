// Mistake: subtracts 1 in place of 1 / count
// Verdict: wrong_answer
// Message: 1 for 1 / count
    // Solution 5:
    if (label == ignored) {
        for (int c = threadIdx.x; c < classes; c += threads_per_block) x[c] = 0.0f;
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
            if (c < classes) x[c] = c == label ? share - 1.0f : share;
        }
    }
    // end of Solution 5
