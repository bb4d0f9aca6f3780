// Mistake: shared memory for one halo
// Verdict: fault
// Message: Invalid __shared__
// Only: virtual
    // Solution 4
    const std::size_t shared_bytes = (block_size + radius) * sizeof(float);
    // end of Solution 4
