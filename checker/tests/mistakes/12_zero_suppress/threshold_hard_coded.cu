// Mistake: 15, whatever was asked for
// Verdict: wrong_answer
// Message: threshold =
    // Solution 1
    const int magnitude = value < 0 ? -int{value} : int{value};
    return magnitude < 15 ? std::int16_t{0} : value;
    // end of Solution 1
