// Mistake: a lane without a nonzero returns before the shuffles
// Verdict: wrong_answer
// Message: It is the sum of nonzeros
// Only: virtual
    // Solution 2:
    if (offsets[row] + lane >= offsets[row + 1]) {
        if (offsets[row] == offsets[row + 1] && lane == 0) y[row] = 0.0f;
        return;
    }
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int k = offsets[row] + lane; k < end; k += warp_size) {
        sum += values[k] * x[columns[k]];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 2
