// Mistake: ~place is an int, whose sign fills the upper half
// Verdict: wrong_answer
// Message: its sign fills the upper half
    // Solution 1:
    const unsigned bits = __float_as_uint(value);
    const unsigned ordered = bits & sign ? ~bits : bits | sign;
    return Entry{ordered} << 32 | ~place;
    // end of Solution 1
