// Mistake: every second row of threads computes two rows of C
// Verdict: too_much_traffic
// Message: each thread is to compute one element of C
// Only: virtual
    // Solution 1
    const int first = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.y % 2 != 0 || column >= N) {
        return;
    }
    for (int row = first; row < first + 2 && row < M; ++row) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k) {
            sum += A[row * K + k] * B[k * N + column];
        }
        C[row * N + column] = sum;
    }
    // end of Solution 1
