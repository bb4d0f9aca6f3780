// Mistake: the place decides before the value
// Verdict: wrong_answer
// Message: are the halves exchanged?
    // Solution 1:
    const unsigned bits = __float_as_uint(value);
    const unsigned ordered = bits & sign ? ~bits : bits | sign;
    return Entry{~static_cast<unsigned>(place)} << 32 | ordered;
    // end of Solution 1
