// Mistake: counts all sectors from the first lane's to the last lane's, also those that no lane touches
// Verdict: wrong_answer
// Message: data[0 + k * 9]
// Message: expected 32
    // Solution 1
    sectors = static_cast<int>((first + 31 * step) / 8 - first / 8 + 1);
    // end of Solution 1
