// Mistake: the first warp of a block writes all of its elements
// Verdict: requirement
// Message: all warps of a block are to fill the tile
// Only: virtual
    // Solution 3
    for (int e = t; t < 32 && e < blockDim.x && start + e < length; e += 32) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] * tile[e + k];
        }
        output[start + e] = sum;
    }
    // end of Solution 3
