// Mistake: the number of coefficients travels with them, and the loop ends there
// Verdict: requirement
// Message: it is to go through all 16 places at every call
// Only: virtual
// Solution 1:
__constant__ float constant_coefficients[most_coefficients];
// end of Solution 1
        // Solution 2:
        const float at = x[i];
        float value = 0.0f;
        int last = most_coefficients - 1;
        while (last > 0 && constant_coefficients[last] == 0.0f) --last;
        for (int k = last; k >= 0; --k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
        // end of Solution 2
