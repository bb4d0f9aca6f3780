// Mistake: as many sectors as the bytes fill, wherever they lie
// Verdict: wrong_answer
// Message: expected 5
    // Solution 1
    sectors = static_cast<int>((31 * step * 4 + 4 + 31) / 32);
    if (sectors > 32) sectors = 32;
    // end of Solution 1
