// Mistake: a piece begins at its number
// Verdict: wrong_answer
// Message: piece() returned begin = 1
    // Solution 1
    return {p, std::min(chunk, n - p * chunk)};
    // end of Solution 1
