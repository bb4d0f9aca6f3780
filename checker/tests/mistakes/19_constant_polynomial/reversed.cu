// Mistake: Horner from the lowest power up: the coefficients in reverse order
// Verdict: wrong_answer
// Message: in reverse order
        // Solution 2
        const float at = x[i];
        float value = 0.0f;
        for (int k = 0; k < most_coefficients; ++k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
        // end of Solution 2
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all + most_coefficients - count);
    check(cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all)));
    // end of Solution 3
