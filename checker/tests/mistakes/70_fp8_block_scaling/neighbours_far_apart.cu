// Mistake: has a lane take every 32nd piece of its warp
// Verdict: fault
// Message: Invalid __global__ read
    // Solution 3:
    const bool all_there = first + eight <= n;
    float values[eight];
    if (all_there) {
        const uint4 piece = *reinterpret_cast<const uint4*>(x + (first ^ 8));
        const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&piece);
#pragma unroll
        for (int i = 0; i < eight / 2; ++i) {
            const float2 both = __bfloat1622float2(pairs[i]);
            values[2 * i] = both.x;
            values[2 * i + 1] = both.y;
        }
    } else {
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            values[i] = first + i < n ? __bfloat162float(x[first + i]) : 0.0f;
        }
    }
    float largest = 0.0f;
#pragma unroll
    for (int i = 0; i < eight; ++i) largest = fmaxf(largest, counted(values[i]));
    const unsigned scale = scale_for(largest_of_group(largest, values_of_a_block / eight));
    const float factor = __uint_as_float((254 - scale) << 23);

    unsigned words[2] = {0, 0}; // four codes each, the first one lowest
#pragma unroll
    for (int i = 0; i < eight; ++i) words[i / 4] |= to_e4m3(values[i] * factor) << i % 4 * 8;
    if (all_there) {
        *reinterpret_cast<uint2*>(codes + first) = make_uint2(words[0], words[1]);
    } else {
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            if (first + i < n) codes[first + i] = words[i / 4] >> i % 4 * 8 & 0xff;
        }
    }
    if (threadIdx.x % 4 == 0 && first < n) scales[first / values_of_a_block] = scale;
    // end of Solution 3
