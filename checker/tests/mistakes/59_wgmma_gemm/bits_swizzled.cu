// Mistake: a swizzle of 128 bytes
// Verdict: wrong_answer
// Message: expected is 0, the swizzle
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first) >> 4) | static_cast<std::uint64_t>(leading >> 4) << 16 |
           static_cast<std::uint64_t>(stride >> 4) << 32 | 1ull << 62;
    // end of Solution 1
