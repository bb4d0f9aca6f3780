// Mistake: a thread takes two pieces that lie side by side
// Verdict: too_much_traffic
// Message: neighbouring threads are to take neighbouring pieces
// Only: virtual
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x * pieces_of_a_thread + k) * eight;
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
    // Solution 4:
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x * pieces_of_a_thread + k) * eight;
        if (first >= columns) continue;
        float y[eight];
        load_eight(w + first, y);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            y[i] *= h[k][i] * scale;
        }
        store_eight(h_row + first, h[k]);
        store_eight(y_row + first, y);
    }
    // end of Solution 4
