// Mistake: every thread reads all its neighbours from global memory
// Verdict: requirement
// Message: more than once by a block
// Only: virtual
    // Solution 1
    // end of Solution 1
    // Solution 3
    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] *
                   input[max(std::ptrdiff_t{0}, min(start + t - radius + k, length - 1))];
        }
        output[start + t] = sum;
    }
    // end of Solution 3
