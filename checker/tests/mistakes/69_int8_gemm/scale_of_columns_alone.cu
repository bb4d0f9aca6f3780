// Mistake: rows are not scaled
// Verdict: wrong_answer
// Message: D has the scales of columns alone
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * column_scales[column];
        // end of Solution 5
