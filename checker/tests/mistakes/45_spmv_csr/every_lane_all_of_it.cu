// Mistake: every lane adds up the whole row; nothing is shared
// Verdict: too_much_traffic
// Message: each nonzero is to be read once
// Only: virtual
    // Solution 2:
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int k = offsets[row]; k < end; ++k) {
        sum += values[k] * x[columns[k]];
    }
    if (lane == 0) y[row] = sum;
    // end of Solution 2
