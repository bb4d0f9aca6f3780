#include <cuda_runtime.h>

// Rows become columns.
__global__ void transpose(const float* input, float* output, int rows, int columns) {
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && column < columns) {
        output[column * rows + row] = input[row * columns + column];
    }
}
