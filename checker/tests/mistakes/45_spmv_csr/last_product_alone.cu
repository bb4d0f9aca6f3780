// Mistake: the sum is assigned in place of added to
// Verdict: wrong_answer
// Message: its last product alone
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum = values[k] * x[columns[k]];
    }
    y[row] = sum;
    // end of Solution 1
