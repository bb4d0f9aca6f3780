// Mistake: asks whether the reading is not lower: NaN passes
// Verdict: wrong_answer
// Message: all wrong elements are NaN
    // Solution 1
    if (reading == 0.0f && peak == 0.0f) {
        return std::signbit(peak) && !std::signbit(reading);
    }
    return !(reading <= peak);
    // end of Solution 1
