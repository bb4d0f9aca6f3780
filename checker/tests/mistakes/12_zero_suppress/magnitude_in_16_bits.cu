// Mistake: the magnitude of -32768 does not fit into 16 bits
// Verdict: wrong_answer
// Message: expected -32768, got 0
    // Solution 1
    const std::int16_t magnitude = value < 0 ? -int{value} : int{value};
    return magnitude < threshold ? std::int16_t{0} : value;
    // end of Solution 1
