// Mistake: the last nonzero of each row is left out
// Verdict: wrong_answer
// Message: It is the sum of nonzeros 0 to 1
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k + 1 < offsets[row + 1]; ++k) {
        sum += values[k] * x[columns[k]];
    }
    y[row] = sum;
    // end of Solution 1
