// Mistake: the sum is a double
// Verdict: requirement
// Message: there is a double on the way
    // Solution 1:
    double sum = 0.0;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += double{values[k]} * x[columns[k]];
    }
    y[row] = static_cast<float>(sum);
    // end of Solution 1
