// Mistake: an empty row is left out: its y is never written
// Verdict: wrong_answer
// Message: no nonzeros, so the sum is 0
    // Solution 1:
    if (offsets[row] == offsets[row + 1]) return;
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k] * x[columns[k]];
    }
    y[row] = sum;
    // end of Solution 1
