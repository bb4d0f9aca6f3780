// Mistake: takes some memory, without asking how much is wanted
// Verdict: crashed
// Message: cudaErrorInvalidValue
    // Solution 1:
    std::size_t bytes = 0;
    const DeviceBuffer<char> scratch(1);
    check(algorithm(scratch.data(), bytes));
    // end of Solution 1
