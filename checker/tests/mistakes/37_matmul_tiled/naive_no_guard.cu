// Mistake: the naive kernel without a guard
// Verdict: fault
// Message: Invalid __global__ read of size 4 bytes
    // Solution 1
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (true) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[row * K + k] * B[k * N + column];
        }
        C[row * N + column] = static_cast<float>(sum);
    }
    // end of Solution 1
