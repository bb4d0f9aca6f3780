// Mistake: the fields follow each other without a gap
// Verdict: wrong_answer
// Message: expected is
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(leading >> 4) << 14 |
           static_cast<std::uint64_t>(stride >> 4) << 28;
    // end of Solution 1
