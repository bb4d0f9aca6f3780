// Mistake: the first warp of a block makes the codes, and the values, of all its warps
// Verdict: requirement
// Message: each thread is to take eight values
// Message: each thread is to take eight codes
// Only: virtual
    // Solution 3
    if (threadIdx.x >= 32) return;
    for (std::size_t begin = first; begin < first + blockDim.x * eight; begin += 32 * eight) {
        const bool all_there = begin + eight <= n;
        float values[eight], largest = 0.0f;
        uint4 piece;
        if (all_there) piece = *reinterpret_cast<const uint4*>(x + begin);
        const auto* own = reinterpret_cast<const bf16*>(&piece);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            values[i] = all_there       ? __bfloat162float(own[i])
                        : begin + i < n ? __bfloat162float(x[begin + i])
                                        : 0.0f;
            largest = fmaxf(largest, counted(values[i]));
        }
        const unsigned scale = scale_for(largest_of_group(largest, values_of_a_block / eight));
        const float factor = __uint_as_float((254 - scale) << 23);
        unsigned words[2] = {0, 0};
#pragma unroll
        for (int i = 0; i < eight; ++i) words[i / 4] |= to_e4m3(values[i] * factor) << i % 4 * 8;
        if (all_there) *reinterpret_cast<uint2*>(codes + begin) = make_uint2(words[0], words[1]);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            if (!all_there && begin + i < n) codes[begin + i] = words[i / 4] >> i % 4 * 8 & 0xff;
        }
        if (threadIdx.x % 4 == 0 && begin < n) scales[begin / values_of_a_block] = scale;
    }
    // end of Solution 3
    // Solution 5
    if (threadIdx.x >= 32) return;
    for (std::size_t begin = first; begin < min(n, first + blockDim.x * eight);
         begin += 32 * eight) {
        const unsigned scale = scales[begin / values_of_a_block];
        const float factor = scale == 0 ? 0x1p-127f : __uint_as_float(scale << 23);
        if (begin + eight <= n) {
            const uint2 words = *reinterpret_cast<const uint2*>(codes + begin);
            uint4 piece;
            auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
            for (int i = 0; i < eight / 2; ++i) {
                const unsigned two = (i < 2 ? words.x : words.y) >> i % 2 * 16;
                pairs[i] = __floats2bfloat162_rn(from_e4m3(two & 0xff) * factor,
                                                 from_e4m3(two >> 8 & 0xff) * factor);
            }
            *reinterpret_cast<uint4*>(y + begin) = piece;
        } else {
            for (std::size_t i = begin; i < n; ++i) {
                y[i] = __float2bfloat16(from_e4m3(codes[i]) * factor);
            }
        }
    }
    // end of Solution 5
