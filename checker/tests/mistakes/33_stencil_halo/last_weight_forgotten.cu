// Mistake: 2 * radius terms in place of 2 * radius + 1
// Verdict: wrong_answer
// Message: all elements are 0
    // Solution 3
    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k < 2 * radius; ++k) {
            sum += weights.of[k] * tile[t + k];
        }
        output[start + t] = sum;
    }
    // end of Solution 3
