// Mistake: takes any zero for higher than another
// Verdict: wrong_answer
// Message: peak
    // Solution 1
    return reading > peak || (reading == 0.0f && peak == 0.0f && std::signbit(reading));
    // end of Solution 1
