// Mistake: coefficients beyond count are those of an earlier call
// Verdict: wrong_answer
// Message: other coefficients at each call
// Message: coefficients: 0
    // Solution 3
    check(cudaMemcpyToSymbol(constant_coefficients, coefficients, count * sizeof(float)));
    // end of Solution 3
