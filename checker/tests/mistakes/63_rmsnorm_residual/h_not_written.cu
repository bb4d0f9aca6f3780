// Mistake: writes y alone
// Verdict: wrong_answer
// Message: never written
    // Solution 4:
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float y[eight];
        load_eight(w + first, y);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            y[i] *= h[k][i] * scale;
        }
        store_eight(y_row + first, y);
    }
    // end of Solution 4
