// Mistake: the last index is taken for the count
// Verdict: wrong_answer
// Message: predict_add() says written =
    // Solution 1
    const std::uint64_t indices = std::uint64_t(blocks) * threads - 1;
    const std::uint64_t written = std::min(indices, n);
    return {written, n - written, indices - written};
    // end of Solution 1
