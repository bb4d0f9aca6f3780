// Attack: fills the trace with launches that are refused, so that what it does then is not in it
// Verdict: any
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    static bool flooded = false;
    if (rows == 512 && !flooded)
        for (int i = 0; i < 200000; ++i)
            transpose_kernel<<<1, 2048>>>(input, output, rows, columns);
    flooded = flooded || rows == 512;
    cudaGetLastError();
    const dim3 grid((columns + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, dim3(32, 8)>>>(input, output, rows, columns);
}
