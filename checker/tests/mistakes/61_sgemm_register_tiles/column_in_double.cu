// Mistake: sums in double
// Verdict: requirement
// Message: there is a double on the way
    // Solution 2
#pragma unroll
    for (int i = 0; i < piece; ++i) {
        double sum = sums[i];
        for (int k = 0; k < tile_depth; ++k) {
            sum += static_cast<double>(a_tile[row + i][k]) * b_tile[k][column];
        }
        sums[i] = static_cast<float>(sum);
    }
    // end of Solution 2
