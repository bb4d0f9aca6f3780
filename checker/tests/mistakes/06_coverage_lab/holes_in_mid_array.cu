// Mistake: with fewer threads a block, every block is said to leave a hole: lost at the end of each 128
// Verdict: wrong_answer
// Message: predict_add: 4096 elements, and grids around 32 blocks of 128
// Message: predict_add() says written =
    // Solution 1
    const std::uint64_t indices = std::uint64_t(blocks) * std::min(threads, 127);
    const std::uint64_t written = std::min(indices, n);
    return {written, n - written, indices - written};
    // end of Solution 1
