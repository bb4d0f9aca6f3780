// Mistake: value < threshold: every negative sample is taken for noise
// Verdict: wrong_answer
// Message: a signal with pulses downwards
    // Solution 1
    return value < threshold ? std::int16_t{0} : value;
    // end of Solution 1
