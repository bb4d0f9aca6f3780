// Mistake: the last round is left out where it is not full
// Verdict: wrong_answer
// Message: this is the state after 1 of the rounds; what is asked for is that after 2
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
    multiply_rounds(A, B, C, M, N, K, K / tile_size);
}
// end of Solution 5
