// Mistake: multiply waits for its kernel
// Verdict: requirement
// Message: multiply() waited for the device, in cudaDeviceSynchronize
// Only: virtual
// Solution 5
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    return row < rows && column < columns ? matrix[row * columns + column] : 0.0f;
}

__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (row < rows && column < columns) {
        matrix[row * columns + column] = value;
    }
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, (K + tile_size - 1) / tile_size);
    check(cudaDeviceSynchronize());
}
// end of Solution 5
