// Mistake: all three in bytes
// Verdict: wrong_answer
// Message: the address in units of 16 bytes
    // Solution 1:
    return static_cast<std::uint64_t>(in_shared(first)) | static_cast<std::uint64_t>(leading) << 16 |
           static_cast<std::uint64_t>(stride) << 32;
    // end of Solution 1
