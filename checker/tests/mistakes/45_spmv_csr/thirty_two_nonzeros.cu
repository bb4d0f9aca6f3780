// Mistake: a row is taken to have at most 32 nonzeros
// Verdict: wrong_answer
// Message: It is the sum of nonzeros 52 to 83
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    if (const int k = offsets[row] + lane; k < end) {
        sum += values[k] * x[columns[k]];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 2
