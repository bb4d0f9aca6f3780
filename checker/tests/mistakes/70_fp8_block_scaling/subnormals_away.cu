// Mistake: rounds halfway values away from zero, below 2^-6 alone
// Verdict: wrong_answer
// Message: the one with an even code is to be taken
    // Solution 1:
    const float magnitude = fminf(fabsf(value), 448.0f);
    const unsigned power = __float_as_uint(magnitude) & 0x7f800000; // 2^k: the exponent alone
    const float large = __uint_as_float(max(power, __float_as_uint(0x1p-6f)) + (20u << 23));
    const float rounded = (magnitude + large) - large;
    const unsigned sign = __float_as_uint(value) >> 24 & sign_bit;
    const unsigned code = __float_as_uint(rounded * 0x1p-120f) >> 20;
    return isnan(value) ? nan_code : sign | (magnitude < 0x1p-6f ? static_cast<unsigned>(roundf(magnitude * 512.0f)) : code);
    // end of Solution 1
