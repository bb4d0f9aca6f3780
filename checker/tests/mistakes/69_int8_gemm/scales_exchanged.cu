// Mistake: the arrays of scales are exchanged
// Verdict: wrong_answer
// Message: 
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * row_scales[column] * column_scales[row];
        // end of Solution 5
