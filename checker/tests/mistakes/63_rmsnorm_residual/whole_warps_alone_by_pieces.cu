// Mistake: 16 bytes at a time only where every thread has two pieces; other rows element by element
// Verdict: too_much_traffic
// Message: 4: the same for a row that ends within a warp
// Message: less than 16 bytes at a time
// Only: virtual
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float other[eight];
        if (columns == static_cast<int>(blockDim.x) * pieces_of_a_thread * eight) {
            load_eight(x + first, h[k]);
            load_eight(r + first, other);
        } else {
#pragma unroll
            for (int i = 0; i < eight; ++i) {
                h[k][i] = __bfloat162float(x[first + i]);
                other[i] = __bfloat162float(r[first + i]);
            }
        }
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            h[k][i] += other[i];
            squares += h[k][i] * h[k][i];
        }
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
