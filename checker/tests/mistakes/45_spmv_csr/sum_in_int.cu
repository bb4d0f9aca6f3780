// Mistake: the sum is an int: fractions are lost
// Verdict: wrong_answer
// Message: 
    // Solution 1:
    int sum = 0;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum = static_cast<int>(sum + values[k] * x[columns[k]]);
    }
    y[row] = sum;
    // end of Solution 1
