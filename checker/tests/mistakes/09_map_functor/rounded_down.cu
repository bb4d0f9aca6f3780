// Mistake: no block for the last elements
// Verdict: fault
// Message: a grid of 0 blocks
    // Solution 2
    if (n == 0) {
        return;
    }
    const auto blocks = static_cast<unsigned>(
        std::min(n / threads_per_block, most_blocks));
    map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
    check(cudaGetLastError());
    // end of Solution 2
