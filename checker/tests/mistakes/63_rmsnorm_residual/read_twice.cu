// Mistake: reads the row for the squares, and once more for h
// Verdict: too_much_traffic
// Message: the h of a row stay where its threads have them
// Only: virtual
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
            const float sum = h[k][i] + other[i];
            squares += sum * sum;
        }
    }
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float other[eight];
        load_eight(x + first, h[k]);
        load_eight(r + first, other);
        for (int i = 0; i < eight; ++i) h[k][i] += other[i];
    }
    return scale;
    // end of Solution 3
