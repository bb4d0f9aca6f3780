// Mistake: the naive kernel goes down a column of A
// Verdict: wrong_answer
// Message: rows and columns of A are exchanged
// Message: 1: multiply_naive
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[k * M + row] * B[k * N + column];
        }
        C[row * N + column] = static_cast<float>(sum);
    }
    // end of Solution 1
