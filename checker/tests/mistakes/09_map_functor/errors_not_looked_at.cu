// Mistake: does not look at what became of the launch
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
    // Solution 2:
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
    // end of Solution 2
