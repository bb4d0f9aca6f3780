// Mistake: a lane without a nonzero adds 0 * x[0], which is NaN where x[0] is infinite
// Verdict: wrong_answer
// Message: NaN is 0 times infinity
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int first = offsets[row]; first < end; first += warp_size) {
        const int k = first + lane;
        const float value = k < end ? values[k] : 0.0f;
        const int column = k < end ? columns[k] : 0;
        sum += value * x[column];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 2
