// Mistake: the sum becomes a short first
// Verdict: wrong_answer
// Message: the whole sum is to be scaled
        // Solution 5
        D[row * n + column] = static_cast<float>(static_cast<short>(sum)) * row_scales[row] * column_scales[column];
        // end of Solution 5
