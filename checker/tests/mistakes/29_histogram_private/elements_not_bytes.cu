// Mistake: as many bytes of shared memory as bins
// Verdict: fault
// Message: Invalid __shared__
// Only: virtual
    // Solution 4
    const std::size_t shared_bytes = bin_count;
    // end of Solution 4
