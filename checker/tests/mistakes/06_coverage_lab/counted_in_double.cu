// Mistake: the elements are counted in double, which has 53 bits
// Verdict: wrong_answer
// Message: predict_add() says untouched =
    // Solution 1:
    const double indices = double(blocks) * threads, elements = double(n);
    const double written = std::min(indices, elements);
    return {std::uint64_t(written), std::uint64_t(elements - written),
            std::uint64_t(indices - written)};
    // end of Solution 1
