// Mistake: takes all codes with the largest exponent for infinity and NaN, as in larger formats
// Verdict: wrong_answer
// Message: became
    // Solution 4:
    const unsigned magnitude = code & 0x7f;
    const float number = __uint_as_float((code & sign_bit) << 24 | magnitude << 20) * 0x1p120f;
    if (magnitude >= 0x78) return magnitude == 0x78 ? (code & sign_bit ? -INFINITY : INFINITY) : NAN;
    return magnitude == nan_code ? NAN : number;
    // end of Solution 4
