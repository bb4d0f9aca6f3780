// Mistake: shared memory for the block alone
// Verdict: fault
// Message: Invalid __shared__
// Only: virtual
    // Solution 4
    const std::size_t shared_bytes = block_size * sizeof(float);
    // end of Solution 4
