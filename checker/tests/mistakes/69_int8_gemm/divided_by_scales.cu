// Mistake: sums are divided by their scales
// Verdict: wrong_answer
// Message: sums are divided by their scales
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) / row_scales[row] / column_scales[column];
        // end of Solution 5
