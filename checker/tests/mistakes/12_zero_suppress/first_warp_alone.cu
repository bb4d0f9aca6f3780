// Mistake: the first warp of the grid takes all samples
// Verdict: requirement
// Message: one warp or block does the work of the others
// Only: virtual
    // Solution 2
    if (blockIdx.x > 0 || threadIdx.x >= 32) return;
    for (std::size_t i = threadIdx.x; i < n; i += 32) {
        output[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
