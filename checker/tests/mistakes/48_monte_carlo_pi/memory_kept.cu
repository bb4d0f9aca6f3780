// Mistake: the count is never given back
// Verdict: requirement
// Message: an estimate of pi
    // Solution 5
    unsigned long long* device_hits = nullptr;
    check(cudaMalloc(&device_hits, sizeof *device_hits));
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    count_hits(seed, n, static_cast<int>(std::min<std::size_t>(blocks_needed, most_blocks)),
               device_hits);
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits, sizeof hits, cudaMemcpyDeviceToHost));
    return 4.0 * static_cast<double>(hits) / static_cast<double>(n);
    // end of Solution 5
