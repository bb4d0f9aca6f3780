// Mistake: the scales are added
// Verdict: wrong_answer
// Message: the two scales are added
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * (row_scales[row] + column_scales[column]);
        // end of Solution 5
