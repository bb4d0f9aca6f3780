// Mistake: waits for the kernel
// Verdict: requirement
// Message: waited for the device, in cudaStreamSynchronize
// Only: virtual
    // Solution 2:
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(nullptr));
    // end of Solution 2
