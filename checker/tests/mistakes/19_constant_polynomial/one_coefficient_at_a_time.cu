// Mistake: a copy for each coefficient
// Verdict: requirement
// Message: 16 copies
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    for (std::size_t k = 0; k < most_coefficients; ++k) {
        check(cudaMemcpyToSymbol(constant_coefficients, &all[k], sizeof(float), k * sizeof(float)));
    }
    // end of Solution 3
