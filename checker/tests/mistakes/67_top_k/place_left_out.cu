// Mistake: equal values have the same entry: which one is kept is chance
// Verdict: wrong_answer
// Message: the entry of 1 at place 0
    // Solution 1:
    const unsigned bits = __float_as_uint(value);
    const unsigned ordered = bits & sign ? ~bits : bits | sign;
    return Entry{ordered} << 32;
    // end of Solution 1
