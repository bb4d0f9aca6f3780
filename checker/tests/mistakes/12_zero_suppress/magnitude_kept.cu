// Mistake: keeps the magnitude in place of the sample
// Verdict: wrong_answer
// Message: expected -
    // Solution 1
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude < threshold ? std::int16_t{0} : static_cast<std::int16_t>(magnitude);
    // end of Solution 1
