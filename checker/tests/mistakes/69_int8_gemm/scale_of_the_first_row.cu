// Mistake: all rows have the first scale
// Verdict: wrong_answer
// Message: the whole sum is to be scaled
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * row_scales[0] * column_scales[column];
        // end of Solution 5
