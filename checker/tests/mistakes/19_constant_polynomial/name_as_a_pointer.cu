// Mistake: cudaMemcpy to the name of the array, which is no device address on the host
// Verdict: fault
// Message: cudaErrorInvalidValue
// Message: whose name is not its address on the device: use cudaMemcpyToSymbol
// Only: virtual
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    check(cudaMemcpy(constant_coefficients, all, sizeof(all), cudaMemcpyHostToDevice));
    // end of Solution 3
