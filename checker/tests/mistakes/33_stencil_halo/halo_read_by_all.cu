// Mistake: the halo is read from global memory when it is needed
// Verdict: too_much_traffic
// Message: more than once by a block
// Only: virtual
    // Solution 3
    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            const int p = t + k;
            const bool own = p >= radius && p < radius + static_cast<int>(blockDim.x);
            const std::ptrdiff_t place = start - radius + p;
            const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
            sum += weights.of[k] * (own ? tile[p] : input[inside]);
        }
        output[start + t] = sum;
    }
    // end of Solution 3
