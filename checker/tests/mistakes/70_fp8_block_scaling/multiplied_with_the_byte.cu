// Mistake: multiplies with the byte
// Verdict: wrong_answer
// Message: multiplied by the byte
    // Solution 5:
    const unsigned scale = scales[first / values_of_a_block];
    const float factor = scale == 0 ? 0x1p-127f : float(scale);
    if (first + eight <= n) {
        const uint2 words = *reinterpret_cast<const uint2*>(codes + first);
        uint4 piece;
        auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
        for (int i = 0; i < eight / 2; ++i) {
            const unsigned two = (i < 2 ? words.x : words.y) >> i % 2 * 16;
            pairs[i] = __floats2bfloat162_rn(from_e4m3(two & 0xff) * factor,
                                             from_e4m3(two >> 8 & 0xff) * factor);
        }
        *reinterpret_cast<uint4*>(y + first) = piece;
    } else {
        for (std::size_t i = first; i < n; ++i) {
            y[i] = __float2bfloat16(from_e4m3(codes[i]) * factor);
        }
    }
    // end of Solution 5
