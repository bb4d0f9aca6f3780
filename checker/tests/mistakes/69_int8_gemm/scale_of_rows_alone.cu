// Mistake: columns are not scaled
// Verdict: wrong_answer
// Message: D has the scales of rows alone
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * row_scales[row];
        // end of Solution 5
