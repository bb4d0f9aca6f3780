// Mistake: writes to the array through its address on the host
// Verdict: wrong_answer
// Message: coefficients: 2
    // Solution 3
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    const void* there = constant_coefficients;
    std::copy_n(all, most_coefficients, static_cast<float*>(const_cast<void*>(there)));
    // end of Solution 3
