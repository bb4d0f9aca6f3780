// Mistake: the sign is turned over, and nothing else
// Verdict: wrong_answer
// Message: the one with the larger magnitude would win
    // Solution 1:
    const unsigned bits = __float_as_uint(value);
    const unsigned ordered = bits ^ sign;
    return Entry{ordered} << 32 | ~static_cast<unsigned>(place);
    // end of Solution 1
