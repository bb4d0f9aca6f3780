// Mistake: the first warp of a block computes all of its elements, two rows at a time
// Verdict: requirement
// Message: each thread is to compute one element of C
// Only: virtual
    // Solution 1
    const int column = blockIdx.x * tile_size + threadIdx.x;
    for (int y = threadIdx.y; threadIdx.y < 2 && y < tile_size; y += 2) {
        const int row = blockIdx.y * tile_size + y;
        if (row < M && column < N) {
            float sum = 0.0f;
            for (int k = 0; k < K; ++k) {
                sum += A[row * K + k] * B[k * N + column];
            }
            C[row * N + column] = sum;
        }
    }
    // end of Solution 1
