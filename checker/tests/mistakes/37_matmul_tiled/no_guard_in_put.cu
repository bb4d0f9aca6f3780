// Mistake: elements beyond the edge are written
// Verdict: fault
// Message: Invalid __global__ write of size 4 bytes
// Solution 5
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    return row < rows && column < columns ? matrix[row * columns + column] : 0.0f;
}

__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (true) {
        matrix[row * columns + column] = value;
    }
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, (K + tile_size - 1) / tile_size);
}
// end of Solution 5
