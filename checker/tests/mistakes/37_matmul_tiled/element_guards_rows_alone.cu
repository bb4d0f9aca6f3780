// Mistake: beyond the last column the next row begins
// Verdict: wrong_answer
// Message: a_tile(0, 1) is A(1, 0); expected is 0: the matrix has no such element
// Solution 5
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    return row < rows ? matrix[row * columns + column] : 0.0f;
}

__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (row < rows && column < columns) {
        matrix[row * columns + column] = value;
    }
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, (K + tile_size - 1) / tile_size);
}
// end of Solution 5
