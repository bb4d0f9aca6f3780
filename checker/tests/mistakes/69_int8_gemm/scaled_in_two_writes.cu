// Mistake: the sum is written, and then scaled where it lies
// Verdict: too_much_traffic
// Message: each element of D is to be written once
        // Solution 5:
        float& here = D[row * n + column];
        here = static_cast<float>(sum);
        here *= row_scales[row] * column_scales[column];
        // end of Solution 5
