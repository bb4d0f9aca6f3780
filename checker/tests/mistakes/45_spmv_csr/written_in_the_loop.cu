// Mistake: y is written in the loop, so rows without a nonzero are not
// Verdict: wrong_answer
// Message: no nonzeros, so the sum is 0
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
    // end of Solution 1
