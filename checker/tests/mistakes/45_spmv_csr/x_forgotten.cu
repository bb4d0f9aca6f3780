// Mistake: the values are added up without x
// Verdict: wrong_answer
// Message: the sum of its values, without x
    // Solution 1:
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k];
    }
    y[row] = sum;
    // end of Solution 1
