// Accepted: memory from the pool, copies and frees in the order of the default stream, one wait at the end
    // Solution 2:
    const std::size_t bytes = count * sizeof(std::int64_t);
    std::int64_t* device_input = nullptr;
    std::int64_t* device_output = nullptr;
    cudaMallocAsync(&device_input, bytes, nullptr);
    cudaMallocAsync(&device_output, bytes, nullptr);
    // end of Solution 2
    // Solution 3:
    cudaMemcpyAsync(device_input, input, bytes, cudaMemcpyDefault, nullptr);
    // end of Solution 3
    // Solution 5:
    cudaMemcpyAsync(output, device_output, bytes, cudaMemcpyDefault, nullptr);
    // end of Solution 5
    // Solution 6:
    cudaFreeAsync(device_output, nullptr);
    cudaFreeAsync(device_input, nullptr);
    cudaStreamSynchronize(nullptr);
    // end of Solution 6
