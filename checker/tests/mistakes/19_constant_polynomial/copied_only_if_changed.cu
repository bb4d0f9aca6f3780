// Mistake: copies the coefficients only if they are not those of the last call
// Verdict: requirement
// Message: the second of two calls with the same coefficients
    // Solution 3:
    static float last[most_coefficients];
    static bool known = false;
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    if (!known || !std::equal(all, all + most_coefficients, last)) {
        std::copy_n(all, most_coefficients, last);
        known = true;
        check(cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all)));
    }
    // end of Solution 3
