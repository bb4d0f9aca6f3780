// Mistake: floats are compared by their bits as they are
// Verdict: wrong_answer
// Message: those below 0 would be largest
    // Solution 1:
    return Entry{__float_as_uint(value)} << 32 | ~static_cast<unsigned>(place);
    // end of Solution 1
