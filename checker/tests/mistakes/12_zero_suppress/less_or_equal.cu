// Mistake: suppresses the threshold itself
// Verdict: wrong_answer
// Message: expected 15, got 0
    // Solution 1
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude <= threshold ? std::int16_t{0} : value;
    // end of Solution 1
