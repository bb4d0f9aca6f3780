// Mistake: x is read at the place within the row, not at the column
// Verdict: wrong_answer
// Message: The place in x is the nonzero
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k] * x[k - offsets[row]];
    }
    y[row] = sum;
    // end of Solution 1
