// Mistake: a thread without a second piece reads the row's last one, and sets it to 0
// Verdict: too_much_traffic
// Message: 4: the same for a row that ends within a warp
// Message: a thread without a piece reads nothing
// Only: virtual
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        const int place = min(first, columns - eight);
        float other[eight];
        load_eight(x + place, h[k]);
        load_eight(r + place, other);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            h[k][i] = first < columns ? h[k][i] + other[i] : 0.0f;
            squares += h[k][i] * h[k][i];
        }
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
