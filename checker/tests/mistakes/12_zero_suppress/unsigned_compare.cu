// Mistake: as unsigned, small negative numbers are large
// Verdict: wrong_answer
// Message: got -
    // Solution 1
    return static_cast<std::uint16_t>(value) < threshold ? std::int16_t{0} : value;
    // end of Solution 1
