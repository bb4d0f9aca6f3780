// Mistake: hits become a float on the way, which has 24 bits
// Verdict: wrong_answer
// Message: estimate_pi: n = 22000001
    // Solution 5:
    const DeviceBuffer<unsigned long long> device_hits(1);
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    count_hits(seed, n, static_cast<int>(std::min<std::size_t>(blocks_needed, most_blocks)),
               device_hits.data());
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits.data(), sizeof hits, cudaMemcpyDeviceToHost));
    return 4.0 * static_cast<float>(hits) / static_cast<double>(n);
    // end of Solution 5
