// Mistake: takes 0x7f alone for NaN
// Verdict: wrong_answer
// Message: are NaN, not 480
    // Solution 4:
    const unsigned magnitude = code & 0x7f;
    const float number = __uint_as_float((code & sign_bit) << 24 | magnitude << 20) * 0x1p120f;
    return code == nan_code ? NAN : number;
    // end of Solution 4
