// Mistake: a launch is said to stay in the array
// Verdict: wrong_answer
// Message: beyond = 0; after a real launch it is 128: 4096 to 4223
    // Solution 1
    const std::uint64_t indices = std::uint64_t(blocks) * threads;
    const std::uint64_t written = std::min(indices, n);
    return {written, n - written, 0};
    // end of Solution 1
