// Mistake: the weights in the opposite order
// Verdict: wrong_answer
// Message: the weights are used in reverse order
    // Solution 3
    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[2 * radius - k] * tile[t + k];
        }
        output[start + t] = sum;
    }
    // end of Solution 3
