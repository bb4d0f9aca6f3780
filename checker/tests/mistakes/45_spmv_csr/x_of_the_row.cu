// Mistake: x is read at the row
// Verdict: wrong_answer
// Message: each value was multiplied by x[row]
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k] * x[row % 50];
    }
    y[row] = sum;
    // end of Solution 1
