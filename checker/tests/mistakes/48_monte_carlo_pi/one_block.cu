// Mistake: all samples by one block
// Verdict: requirement
// Message: grid 1 and block 256
    // Solution 5
    unsigned long long* device_hits = nullptr;
    check(cudaMalloc(&device_hits, sizeof *device_hits));
    count_hits(seed, n, 1, device_hits);
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits, sizeof hits, cudaMemcpyDeviceToHost));
    check(cudaFree(device_hits));
    return 4.0 * static_cast<double>(hits) / static_cast<double>(n);
    // end of Solution 5
