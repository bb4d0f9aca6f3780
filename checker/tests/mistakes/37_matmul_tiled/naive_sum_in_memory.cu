// Mistake: the naive kernel adds up in C, which begins with anything
// Verdict: wrong_answer
// Message: each element of C is to be written once
// Only: virtual
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        for (int k = 0; k < K; ++k) {
            C[row * N + column] += A[row * K + k] * B[k * N + column];
        }
    }
    // end of Solution 1
