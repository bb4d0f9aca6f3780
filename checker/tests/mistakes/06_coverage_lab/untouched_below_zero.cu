// Mistake: n - threads runs over where the grid is larger
// Verdict: wrong_answer
// Message: predict_add() says untouched = 18446744073709551488 (-128
    // Solution 1
    const std::uint64_t indices = std::uint64_t(blocks) * threads;
    const std::uint64_t written = std::min(indices, n);
    return {written, n - indices, indices - written};
    // end of Solution 1
