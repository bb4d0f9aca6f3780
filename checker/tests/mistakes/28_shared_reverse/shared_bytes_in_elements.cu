// Mistake: the third launch parameter counts elements where it needs bytes
// Verdict: fault
// Message: Invalid __shared__
    // Solution 3
    const std::size_t shared_bytes = block_size;
    // end of Solution 3
    // Solution 4
    const std::size_t shared_bytes = block_size;
    // end of Solution 4
