// Mistake: the address within all memory
// Verdict: wrong_answer
// Message: expected is
    // Solution 1:
    return static_cast<std::uint64_t>(reinterpret_cast<std::uint64_t>(first) >> 4) | static_cast<std::uint64_t>(leading >> 4) << 16 |
           static_cast<std::uint64_t>(stride >> 4) << 32;
    // end of Solution 1
