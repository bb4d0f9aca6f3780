// Mistake: the stride is left out
// Verdict: wrong_answer
// Message: the stride in units of 16 bytes
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first) >> 4) |
           static_cast<std::uint64_t>(leading >> 4) << 16;
    // end of Solution 1
