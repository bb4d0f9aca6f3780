// Mistake: suppresses the pulses and keeps the noise
// Verdict: wrong_answer
// Message: expected 0, got
    // Solution 1
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude >= threshold ? std::int16_t{0} : value;
    // end of Solution 1
