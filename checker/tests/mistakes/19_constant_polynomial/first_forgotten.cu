// Mistake: the loop ends before the coefficient that stands alone
// Verdict: wrong_answer
// Message: coefficients: 2
        // Solution 2
        const float at = x[i];
        float value = 0.0f;
        for (int k = most_coefficients - 1; k > 0; --k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
        // end of Solution 2
