// Mistake: the scale becomes an int before the product
// Verdict: wrong_answer
// Message: the whole sum is to be scaled
        // Solution 5
        D[row * n + column] = sum * static_cast<int>(row_scales[row]) * column_scales[column];
        // end of Solution 5
