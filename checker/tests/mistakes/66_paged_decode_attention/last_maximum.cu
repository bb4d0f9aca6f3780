// Mistake: the maximum is that of the last state
// Verdict: wrong_answer
// Message: part 0
    // Solution 4
    maximum = -INFINITY;
    sum = 0.0f;
    float value = 0.0f;
    for (int i = 0; i < count; ++i) {
        maximum = states.maximum[i * stride];
    }
    if (maximum == -INFINITY) return 0.0f;
    for (int i = 0; i < count; ++i) {
        const float factor = __expf(states.maximum[i * stride] - maximum);
        sum += factor * states.sum[i * stride];
        value += factor * states.o[i * stride * head_size + d];
    }
    return value;
    // end of Solution 4
