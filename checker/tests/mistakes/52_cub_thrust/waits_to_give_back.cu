// Mistake: takes and gives back memory by functions that wait
// Verdict: requirement
// Message: waited for
// Only: virtual
    // Solution 1:
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    void* scratch = nullptr;
    check(cudaMalloc(&scratch, bytes));
    check(algorithm(scratch, bytes));
    check(cudaFree(scratch));
    // end of Solution 1
