// Mistake: leading and stride exchanged
// Verdict: wrong_answer
// Message: expected is 8, the leading offset in units of 16 bytes
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(stride >> 4) << 16 |
           static_cast<std::uint64_t>(leading >> 4) << 32;
    // end of Solution 1
