// Mistake: the states are added up as they are
// Verdict: wrong_answer
// Message: neither sum nor values were rescaled
    // Solution 4
    maximum = -INFINITY;
    sum = 0.0f;
    float value = 0.0f;
    for (int i = 0; i < count; ++i) {
        maximum = fmaxf(maximum, states.maximum[i * stride]);
    }
    if (maximum == -INFINITY) return 0.0f;
    for (int i = 0; i < count; ++i) {
        const float factor = 1.0f + 0.0f * states.maximum[i * stride];
        sum += factor * states.sum[i * stride];
        value += factor * states.o[i * stride * head_size + d];
    }
    return value;
    // end of Solution 4
