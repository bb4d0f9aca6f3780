#include <cuda_runtime.h>

// Rows become columns, by way of a tile.
__global__ void transpose(const float* input, float* output, int rows, int columns) {
    __shared__ float tile[32][32];
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && column < columns) {
        tile[threadIdx.y][threadIdx.x] = input[row * columns + column];
    }
    __syncthreads();
    const int output_column = blockIdx.y * 32 + threadIdx.x;
    const int output_row = blockIdx.x * 32 + threadIdx.y;
    if (output_row < columns && output_column < rows) {
        output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y];
    }
}
