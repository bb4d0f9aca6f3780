// Mistake: the scaled sum becomes an int
// Verdict: wrong_answer
// Message: the whole sum is to be scaled
        // Solution 5
        D[row * n + column] = static_cast<int>(static_cast<float>(sum) * row_scales[row]) * column_scales[column];
        // end of Solution 5
