// Mistake: the naive kernel goes along a row of B
// Verdict: wrong_answer
// Message: rows and columns of B are exchanged
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[row * K + k] * B[column * K + k];
        }
        C[row * N + column] = static_cast<float>(sum);
    }
    // end of Solution 1
