// Mistake: a sum in double: the product and the addition are double as well
// Verdict: requirement
// Message: double precision
        // Solution 2
        const float at = x[i];
        double value = 0.0;
        for (int k = most_coefficients - 1; k >= 0; --k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
        // end of Solution 2
