// Mistake: Horner from the lowest power up
// Verdict: wrong_answer
// Message: coefficients: 2
        // Solution 2
        const float at = x[i];
        float value = 0.0f;
        for (int k = 0; k < most_coefficients; ++k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
        // end of Solution 2
