// Mistake: gives numbers below 2^-6 a 1 in front, too
// Verdict: wrong_answer
// Message: the numbers of e4m3
    // Solution 1:
    const float magnitude = fminf(fabsf(value), 448.0f);
    const unsigned power = __float_as_uint(magnitude) & 0x7f800000; // 2^k: the exponent alone
    const float large = __uint_as_float(max(power, __float_as_uint(0x1p-6f)) + (20u << 23));
    const float rounded = (magnitude + large) - large + 0.0f;
    const unsigned sign = __float_as_uint(value) >> 24 & sign_bit;
    const unsigned code = max(static_cast<int>(__float_as_uint(rounded) >> 20) - 120 * 8, 0);
    return isnan(value) ? nan_code : sign | code;
    // end of Solution 1
