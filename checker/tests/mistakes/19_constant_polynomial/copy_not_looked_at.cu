// Mistake: nothing looks at what the copy returns; where there are no numbers, no launch's check finds it either
// Verdict: requirement
// Message: cudaMemcpyToSymbol
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 3:
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all));
    // end of Solution 3
