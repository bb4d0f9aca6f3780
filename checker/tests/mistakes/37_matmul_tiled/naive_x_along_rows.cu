// Mistake: neighbouring threads compute neighbouring rows
// Verdict: too_much_traffic
// Message: neighbouring threads are to compute neighbouring columns of C
// Only: virtual
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.x;
    const int column = blockIdx.x * tile_size + threadIdx.y;
    if (row < M && column < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[row * K + k] * B[k * N + column];
        }
        C[row * N + column] = static_cast<float>(sum);
    }
    // end of Solution 1
