// Mistake: gives less memory than is asked for, and says that it is enough
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 1:
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    const DeviceBuffer<char> scratch(1);
    check(algorithm(scratch.data(), bytes));
    // end of Solution 1
