// Mistake: a grid of 0 blocks
// Verdict: fault
// Message: n = 0
// Message: a grid of 0 blocks
    // Solution 2
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
    check(cudaGetLastError());
    // end of Solution 2
