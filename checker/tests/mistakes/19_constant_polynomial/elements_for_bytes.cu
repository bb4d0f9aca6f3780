// Mistake: the number of elements where the number of bytes belongs
// Verdict: wrong_answer
// Message: coefficients: 11
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    check(cudaMemcpyToSymbol(constant_coefficients, all, most_coefficients));
    // end of Solution 3
