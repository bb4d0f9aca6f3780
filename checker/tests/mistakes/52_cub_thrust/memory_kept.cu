// Mistake: does not give the memory back
// Verdict: requirement
// Message: left behind memory
// Only: virtual
    // Solution 1:
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    void* scratch = nullptr;
    check(cudaMallocAsync(&scratch, bytes, nullptr));
    check(algorithm(scratch, bytes));
    // end of Solution 1
