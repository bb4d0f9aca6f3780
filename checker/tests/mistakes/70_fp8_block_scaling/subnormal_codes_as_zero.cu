// Mistake: reads the subnormal codes as zeros
// Verdict: wrong_answer
// Message: without a 1 in front
    // Solution 4:
    const unsigned magnitude = code & 0x7f;
    const float number = __uint_as_float((code & sign_bit) << 24 | (magnitude < 8 ? 0 : magnitude) << 20) * 0x1p120f;
    return magnitude == nan_code ? NAN : number;
    // end of Solution 4
