// Mistake: no row is shared between blocks
// Verdict: requirement
// Message: a large GPU stands nearly idle
// Only: virtual
    // Solution 3
    const std::size_t fitting = std::clamp<std::size_t>(std::bit_floor(columns / 8), 1, 32);
    const int width = rows < 1024 ? threads_per_block : static_cast<int>(fitting);
    const int pieces = 1;
    // end of Solution 3
