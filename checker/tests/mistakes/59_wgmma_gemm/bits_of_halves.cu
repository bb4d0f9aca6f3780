// Mistake: distances in units of 16 halves
// Verdict: wrong_answer
// Message: the leading offset in units of 16 bytes
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(leading >> 5) << 16 |
           static_cast<std::uint64_t>(stride >> 5) << 32;
    // end of Solution 1
