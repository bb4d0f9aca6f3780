// Mistake: the arrays of scales are exchanged
// Verdict: fault
// Message: this would be row_scales[20]
// Only: virtual
        // Solution 5
        D[row * n + column] = static_cast<float>(sum) * row_scales[column] * column_scales[row];
        // end of Solution 5
