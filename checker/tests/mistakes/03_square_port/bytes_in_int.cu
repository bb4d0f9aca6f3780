// Mistake: bytes are counted in int, which ends at 2^31 bytes
// Verdict: fault
// Message: more than 32 bits can count
// Only: virtual
    // Solution 2:
    const int bytes = static_cast<int>(count * sizeof(std::int64_t));
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMalloc(&device_input, bytes);
    cudaMalloc(&device_output, bytes);
    // end of Solution 2
