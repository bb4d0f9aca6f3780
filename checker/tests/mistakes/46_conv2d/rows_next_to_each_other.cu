// Mistake: the eight outputs are taken for neighbours
// Verdict: wrong_answer
// Message: out(
    // Solution 4:
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            const float coefficient = coefficients[j * filter.width + i];
            for (int q = 0; q < pixels; ++q) {
                sums[q] += coefficient * tile[threadIdx.y * pixels + q + j][threadIdx.x + i];
            }
        }
    }
    // end of Solution 4
