// Mistake: rounds h before the norm where rows are odd
// Verdict: wrong_answer
// Message: made of h as a float
    // Solution 5:
    constexpr int most = pieces_of_a_thread * eight;
    float h[most], squares = 0.0f;
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h[k] = __bfloat162float(x[i] + r[i]);
        squares += h[k] * h[k];
    }
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h_row[i] = __float2bfloat16(h[k]);
        y_row[i] = __float2bfloat16(h[k] * scale * __bfloat162float(w[i]));
    }
    // end of Solution 5
