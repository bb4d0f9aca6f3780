// Mistake: the anchor is taken off again when the sums are computed
// Verdict: fault
// Message: shared
// Only: virtual
    // Solution 4:
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            const float coefficient = coefficients[j * filter.width + i];
            for (int q = 0; q < pixels; ++q) {
                sums[q] += coefficient * tile[threadIdx.y + q * threads_y + j - filter.ay][threadIdx.x + i - filter.ax];
            }
        }
    }
    // end of Solution 4
