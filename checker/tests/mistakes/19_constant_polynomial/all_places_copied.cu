// Mistake: as many bytes as the array has room for, from a host array that is shorter
// Verdict: crashed
// Message: coefficients: 2
    // Solution 3
    check(cudaMemcpyToSymbol(constant_coefficients, coefficients, sizeof(constant_coefficients)));
    // end of Solution 3
