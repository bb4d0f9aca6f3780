// Mistake: writes behind the output
// Verdict: fault
// Message: Invalid __global__ write
// Only: virtual
    // Solution 3
    {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] * tile[t + k];
        }
        output[start + t] = sum;
    }
    // end of Solution 3
