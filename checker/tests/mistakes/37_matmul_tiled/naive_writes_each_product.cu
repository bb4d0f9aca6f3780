// Mistake: the naive kernel writes its sum after each product
// Verdict: too_much_traffic
// Message: each element of C is to be written once
// Only: virtual
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        C[row * N + column] = 0.0f;
        for (int k = 0; k < K; ++k) {
            C[row * N + column] += A[row * K + k] * B[k * N + column];
        }
    }
    // end of Solution 1
