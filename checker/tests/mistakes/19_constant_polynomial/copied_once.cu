// Mistake: the coefficients are copied at the first call only
// Verdict: wrong_answer
// Message: other coefficients at each call
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    static bool done = false;
    if (!done) {
        check(cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all)));
    }
    done = true;
    // end of Solution 3
