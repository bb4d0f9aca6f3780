// Mistake: keeps its device memory from call to call
// Verdict: requirement
// Message: 2 of 2 allocations were never freed
// Only: virtual
    // Solution 2
    const std::size_t bytes = count * sizeof(std::int64_t);
    static std::int64_t* device_input = nullptr;
    static std::int64_t* device_output = nullptr;
    static std::size_t room = 0;
    if (room < bytes) {
        cudaFree(device_input);
        cudaFree(device_output);
        cudaMalloc(&device_input, bytes);
        cudaMalloc(&device_output, bytes);
        room = bytes;
    }
    // end of Solution 2
    // Solution 6
    // end of Solution 6
