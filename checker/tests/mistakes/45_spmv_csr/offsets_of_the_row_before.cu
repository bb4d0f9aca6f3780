// Mistake: the row is taken to lie between offsets[row - 1] and offsets[row]
// Verdict: wrong_answer
// Message: It is the sum of nonzero 0
    // Solution 1:
    float sum = 0.0f;
    for (int k = row == 0 ? 0 : offsets[row - 1]; k < max(offsets[row], 1); ++k) {
        sum += values[k] * x[columns[k]];
    }
    y[row] = sum;
    // end of Solution 1
