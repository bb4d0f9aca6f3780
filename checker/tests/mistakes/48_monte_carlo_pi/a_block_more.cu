// Mistake: one block too many where the last one is full
// Verdict: requirement
// Message: n = 1024
    // Solution 5:
    const DeviceBuffer<unsigned long long> device_hits(1);
    const std::size_t blocks = std::min<std::size_t>(n / threads_per_block + 1, most_blocks);
    count_hits(seed, n, static_cast<int>(blocks), device_hits.data());
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits.data(), sizeof hits, cudaMemcpyDeviceToHost));
    return 4.0 * static_cast<double>(hits) / static_cast<double>(n);
    // end of Solution 5
