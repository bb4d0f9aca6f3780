// Mistake: does not look at what CUB returns
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 1:
    std::size_t bytes = 0;
    algorithm(nullptr, bytes);
    const DeviceBuffer<char> scratch(bytes);
    algorithm(scratch.data(), bytes);
    // end of Solution 1
