// Mistake: cuts off the normal numbers, and rounds the subnormal ones
// Verdict: wrong_answer
// Message: cut off; the nearest number
// Message: cut off, or rounded twice
    // Solution 1:
    const float magnitude = fminf(fabsf(value), 448.0f);
    const unsigned power = __float_as_uint(magnitude) & 0x7f800000; // 2^k: the exponent alone
    const float large = __uint_as_float(max(power, __float_as_uint(0x1p-6f)) + (20u << 23));
    const float rounded = magnitude < 0x1p-6f ? (magnitude + large) - large : magnitude;
    const unsigned sign = __float_as_uint(value) >> 24 & sign_bit;
    const unsigned code = __float_as_uint(rounded * 0x1p-120f) >> 20;
    return isnan(value) ? nan_code : sign | code;
    // end of Solution 1
