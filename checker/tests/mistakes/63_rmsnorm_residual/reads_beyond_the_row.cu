// Mistake: does not ask whether there is a piece
// Verdict: fault
// Message: Invalid __global__ read of size 16 bytes
// Only: virtual
    // Solution 3:
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
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
