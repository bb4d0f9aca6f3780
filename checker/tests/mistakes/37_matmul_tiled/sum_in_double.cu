// Mistake: the naive sum is a double
// Verdict: requirement
// Message: there is a double on the way
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row < M && column < N) {
        double sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += static_cast<double>(A[row * K + k]) * B[k * N + column];
        }
        C[row * N + column] = static_cast<float>(sum);
    }
    // end of Solution 1
