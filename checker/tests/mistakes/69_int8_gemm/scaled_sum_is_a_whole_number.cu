// Mistake: the scaled sum becomes an int
// Verdict: wrong_answer
// Message: on the way there is a whole number
        // Solution 5
        D[row * n + column] = static_cast<int>(static_cast<float>(sum) * row_scales[row]) * column_scales[column];
        // end of Solution 5
