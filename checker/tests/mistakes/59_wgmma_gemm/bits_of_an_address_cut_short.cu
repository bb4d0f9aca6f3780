// Mistake: the address has 16 bits
// Verdict: wrong_answer
// Message: the address in units of 16 bytes
    // Solution 1:
    return static_cast<std::uint64_t>((in_shared(first) & 0xffff) >> 4) | static_cast<std::uint64_t>(leading >> 4) << 16 |
           static_cast<std::uint64_t>(stride >> 4) << 32;
    // end of Solution 1
