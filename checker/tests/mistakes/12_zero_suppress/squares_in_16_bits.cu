// Mistake: the square of a sample does not fit into 16 bits
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    const auto square = static_cast<std::int16_t>(value * value);
    const auto limit = static_cast<std::int16_t>(threshold * threshold);
    return square < limit ? std::int16_t{0} : value;
    // end of Solution 1
