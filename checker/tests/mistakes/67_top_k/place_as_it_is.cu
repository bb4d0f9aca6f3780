// Mistake: of equal values the higher place wins
// Verdict: wrong_answer
// Message: the higher of two places would win
    // Solution 1:
    const unsigned bits = __float_as_uint(value);
    const unsigned ordered = bits & sign ? ~bits : bits | sign;
    return Entry{ordered} << 32 | static_cast<unsigned>(place);
    // end of Solution 1
