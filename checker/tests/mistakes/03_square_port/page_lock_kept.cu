// Mistake: pins the caller's arrays and never unpins them
// Verdict: requirement
// Message: square() left behind a page lock
// Only: virtual
    // Solution 2:
    const std::size_t bytes = count * sizeof(std::int64_t);
    cudaHostRegister(output, bytes, cudaHostRegisterDefault);
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMalloc(&device_input, bytes);
    cudaMalloc(&device_output, bytes);
    // end of Solution 2
