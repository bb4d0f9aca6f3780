// Mistake: blocks * threads in 32 bits
// Verdict: wrong_answer
// Message: predict_add: the largest grids
    // Solution 1
    const std::uint64_t indices = static_cast<std::uint64_t>(blocks * threads);
    const std::uint64_t written = std::min(indices, n);
    return {written, n - written, indices - written};
    // end of Solution 1
