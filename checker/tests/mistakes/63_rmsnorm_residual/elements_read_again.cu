// Mistake: reads x and r again for y
// Verdict: too_much_traffic
// Message: x and r are to be read once
// Only: virtual
    // Solution 5:
    constexpr int most = pieces_of_a_thread * eight;
    float h[most], squares = 0.0f;
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h[k] = __bfloat162float(x[i]) + __bfloat162float(r[i]);
        squares += h[k] * h[k];
    }
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        const float again = __bfloat162float(x[i]) + __bfloat162float(r[i]);
        h_row[i] = __float2bfloat16(again);
        y_row[i] = __float2bfloat16(again * scale * __bfloat162float(w[i]));
    }
    // end of Solution 5
