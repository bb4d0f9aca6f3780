// Mistake: the lanes do not add up what they have: lane 0 writes its own
// Verdict: wrong_answer
// Message: sum of nonzero 0
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int k = offsets[row] + lane; k < end; k += warp_size) {
        sum += values[k] * x[columns[k]];
    }
    if (lane == 0) y[row] = sum;
    // end of Solution 2
