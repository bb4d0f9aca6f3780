// Mistake: a thread takes one piece
// Verdict: wrong_answer
// Message: in row i, one h of piece i is 3
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < 1; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float other[eight];
        load_eight(x + first, h[k]);
        load_eight(r + first, other);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            h[k][i] += other[i];
            squares += h[k][i] * h[k][i];
        }
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
