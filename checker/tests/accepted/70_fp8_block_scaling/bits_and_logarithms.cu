// Accepted: integers round, log2f finds the scale, four lanes by __shfl_xor_sync of integers, ldexpf for the factors
    // Solution 1:
    const unsigned bits = __float_as_uint(value), magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return 0x7f;
    unsigned code = 0x7e;
    if (fabsf(value) < 0x1p-6f) {
        code = __float2int_rn(fabsf(value) * 512.0f);
    } else if (fabsf(value) <= 448.0f) {
        code = (magnitude + 0x7ffff + (magnitude >> 20 & 1) - (120u << 23)) >> 20;
    }
    return code | bits >> 24 & 0x80;
    // end of Solution 1
// Solution 2:
__device__ float counted(float value) {
    return isfinite(value) ? fabsf(value) : 0.0f;
}

__device__ float largest_of_group(float own, int lanes) {
    int bits = __float_as_int(own); // of numbers from zero upwards, in the order of the numbers
    for (int mask = 1; mask < lanes; mask <<= 1) bits = max(bits, __shfl_xor_sync(~0u, bits, mask));
    return __int_as_float(bits);
}

__device__ unsigned scale_for(float largest) {
    if (largest == 0.0f) return 127;
    int exponent;
    const float fraction = frexpf(largest, &exponent); // 0.5 to 1
    const int byte = exponent - 9 + (fraction > 0.875f) + 127;
    return byte < 0 ? 0 : byte;
}
// end of Solution 2
    // Solution 3:
    union {
        uint4 all;
        unsigned short each[8];
    } piece;
    union {
        uint2 all;
        unsigned char each[8];
    } result;
    piece.all = make_uint4(0, 0, 0, 0);
    if (first + 8 <= n) {
        piece.all = __ldg(reinterpret_cast<const uint4*>(x + first));
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            if (first + i < n) piece.each[i] = __bfloat16_as_ushort(x[first + i]);
        }
    }
    float largest = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) largest = fmaxf(largest, counted(__uint_as_float(unsigned{piece.each[i]} << 16)));
    const int scale = scale_for(largest_of_group(largest, 4));
    if (first % 32 == 0 && first < n) scales[first / 32] = scale;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        result.each[i] = to_e4m3(ldexpf(__uint_as_float(unsigned{piece.each[i]} << 16), 127 - scale));
    if (first + 8 <= n) {
        *reinterpret_cast<uint2*>(codes + first) = result.all;
    } else {
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            if (first + i < n) codes[first + i] = result.each[i];
        }
    }
    // end of Solution 3
    // Solution 4:
    const int exponent = code >> 3 & 15, fraction = code & 7;
    float number = exponent == 0 ? ldexpf(fraction, -9) : ldexpf(8 + fraction, exponent - 10);
    if (exponent == 15 && fraction == 7) number = nanf("");
    return copysignf(number, code & 0x80 ? -1.0f : 1.0f);
    // end of Solution 4
    // Solution 5:
    const int exponent = int(scales[first / 32]) - 127;
    union {
        uint4 all;
        unsigned short each[8];
    } piece;
    if (n - first >= 8) {
        const unsigned long long eight_codes = __ldg(reinterpret_cast<const unsigned long long*>(codes + first));
#pragma unroll
        for (int i = 0; i < 8; ++i)
            piece.each[i] = __bfloat16_as_ushort(
                __float2bfloat16(ldexpf(from_e4m3(eight_codes >> 8 * i & 0xff), exponent)));
        *reinterpret_cast<uint4*>(y + first) = piece.all;
        return;
    }
    for (int i = 0; first + i < n; ++i) y[first + i] = __float2bfloat16(ldexpf(from_e4m3(codes[first + i]), exponent));
    // end of Solution 5
