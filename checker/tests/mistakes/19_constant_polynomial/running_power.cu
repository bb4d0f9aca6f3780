// Mistake: the next power is made by a multiplication of its own
// Verdict: requirement
// Message: no powers
        // Solution 2
        const float at = x[i];
        float value = 0.0f, power = 1.0f;
        for (int k = 0; k < most_coefficients; ++k) {
            value += constant_coefficients[k] * power;
            power *= at;
        }
        out[i] = value;
        // end of Solution 2
