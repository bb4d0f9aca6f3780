// Mistake: rounds h before the norm
// Verdict: wrong_answer
// Message: the h were rounded to bfloat16 before they were squared
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float other[eight];
        load_eight(x + first, h[k]);
        load_eight(r + first, other);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            h[k][i] = __bfloat162float(__float2bfloat16(h[k][i] + other[i]));
            squares += h[k][i] * h[k][i];
        }
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
