// Mistake: always room for the largest radius
// Verdict: requirement
// Message: 528 are
    // Solution 4
    const std::size_t shared_bytes = (block_size + 2 * largest_radius) * sizeof(float);
    // end of Solution 4
