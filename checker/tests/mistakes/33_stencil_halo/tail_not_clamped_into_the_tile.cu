// Mistake: the textbook form: the halo of the last block stands behind the block, not behind its last element
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    if (start + t < length) {
        tile[t + radius] = input[start + t];
    }
    if (t < radius) {
        const std::ptrdiff_t left = start - radius + t;
        const std::ptrdiff_t right = start + blockDim.x + t;
        tile[t] = input[left < 0 ? 0 : left];
        tile[t + radius + blockDim.x] = input[right < length ? right : length - 1];
    }
    // end of Solution 1
