// Mistake: a power for each coefficient
// Verdict: requirement
// Message: no powers
        // Solution 2
        const float at = x[i];
        float value = 0.0f;
        for (int k = 0; k < most_coefficients; ++k) {
            value += constant_coefficients[k] * powf(at, k);
        }
        out[i] = value;
        // end of Solution 2
