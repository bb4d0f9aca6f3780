// Mistake: every second thread writes two elements, the others none
// Verdict: too_much_traffic
// Message: elements are written more than once, or by too few threads
// Only: virtual
    // Solution 3
    if (t % 2 == 0) {
        for (int own = t; own < t + 2 && own < static_cast<int>(blockDim.x); ++own) {
            if (start + own < length) {
                float sum = 0.0f;
                for (int k = 0; k <= 2 * radius; ++k) {
                    sum += weights.of[k] * tile[own + k];
                }
                output[start + own] = sum;
            }
        }
    }
    // end of Solution 3
