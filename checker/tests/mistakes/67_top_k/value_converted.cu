// Mistake: the value is converted to a number in place of its bits
// Verdict: wrong_answer
// Message: the entry of 1 at place 0
    // Solution 1:
    return Entry{static_cast<unsigned>(static_cast<int>(value)) ^ sign} << 32 | ~static_cast<unsigned>(place);
    // end of Solution 1
