// Mistake: neighbouring threads write elements that lie apart
// Verdict: too_much_traffic
// Message: neighbouring threads do not write neighbouring elements
// Only: virtual
    // Solution 3
    const int eighth = static_cast<int>(blockDim.x) / 8;
    const int own = blockDim.x % 8 == 0 ? t % 8 * eighth + t / 8 : t;
    if (start + own < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] * tile[own + k];
        }
        output[start + own] = sum;
    }
    // end of Solution 3
