// Mistake: leaves out the sign of a code
// Verdict: wrong_answer
// Message: the sign is the other one
    // Solution 4:
    const unsigned magnitude = code & 0x7f;
    const float number = __uint_as_float(magnitude << 20) * 0x1p120f;
    return magnitude == nan_code ? NAN : number;
    // end of Solution 4
