// Mistake: writes h, and reads it back for y
// Verdict: wrong_answer
// Message: y is made of the rounded h
    // Solution 4:
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float y[eight], back[eight];
        store_eight(h_row + first, h[k]);
        load_eight(h_row + first, back);
        load_eight(w + first, y);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            y[i] *= back[i] * scale;
        }
        store_eight(y_row + first, y);
    }
    // end of Solution 4
