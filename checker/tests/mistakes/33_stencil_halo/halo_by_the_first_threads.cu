// Mistake: the first `radius` threads bring the halo: a block may have fewer
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    tile[t + radius] = input[start + t < length ? start + t : length - 1];
    if (t < radius) {
        const std::ptrdiff_t left = start - radius + t;
        const std::ptrdiff_t right = start + blockDim.x + t;
        tile[t] = input[left < 0 ? 0 : left];
        tile[t + radius + blockDim.x] = input[right < length ? right : length - 1];
    }
    // end of Solution 1
