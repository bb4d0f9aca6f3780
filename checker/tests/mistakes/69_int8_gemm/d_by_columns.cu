// Mistake: D is written column after column
// Verdict: fault
// Message: out of bounds
// Only: virtual
        // Solution 5
        D[column * n + row] = static_cast<float>(sum) * row_scales[row] * column_scales[column];
        // end of Solution 5
