// Mistake: takes away the last error, whichever call it belongs to, and says nothing
// Verdict: requirement
// Message: was gone without a word
// Only: virtual
    // Solution 2:
    if (n == 0) return;
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    cudaGetLastError();
    map_kernel<<<blocks, threads_per_block>>>(n, out, op, in...);
    check(cudaGetLastError());
    // end of Solution 2
