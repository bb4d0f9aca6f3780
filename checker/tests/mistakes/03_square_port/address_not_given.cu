// Mistake: a cast in place of the & in front of the pointer
// Verdict: fault
// Message: but its destination is a null pointer
// Only: virtual
    // Solution 2
    const std::size_t bytes = count * sizeof(std::int64_t);
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMalloc((void**)device_input, bytes);
    cudaMalloc((void**)device_output, bytes);
    // end of Solution 2
