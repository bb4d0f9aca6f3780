// Mistake: a thread takes four that lie side by side
// Verdict: too_much_traffic
// Message: by neighbouring threads, and none
// Only: virtual
    // Solution 5:
    if (label == ignored) {
        for (int c = threadIdx.x; c < classes; c += threads_per_block) x[c] = 0.0f;
        return;
    }
    const float part = 1.0f / static_cast<float>(count);
    const float factor = part / state->sum, maximum = state->maximum;
    for (int first = at_once * threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k;
            if (c < classes) four[k] = x[c];
        }
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k;
            const float share = expf(four[k] - maximum) * factor;
            if (c < classes) x[c] = c == label ? share - part : share;
        }
    }
    // end of Solution 5
