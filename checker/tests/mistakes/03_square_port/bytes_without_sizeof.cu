// Mistake: counts elements where bytes are asked for, everywhere
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 8 bytes
// Message: cudaMalloc of 4096 bytes
// Only: virtual
    // Solution 2
    const std::size_t bytes = count;
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMalloc(&device_input, bytes);
    cudaMalloc(&device_output, bytes);
    // end of Solution 2
