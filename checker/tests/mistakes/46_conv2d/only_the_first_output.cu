// Mistake: one output for each thread
// Verdict: wrong_answer
// Message: out(
    // Solution 4:
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            const float coefficient = coefficients[j * filter.width + i];
            if (const int q = 0; q < pixels) {
                sums[q] += coefficient * tile[threadIdx.y + q * threads_y + j][threadIdx.x + i];
            }
        }
    }
    // end of Solution 4
