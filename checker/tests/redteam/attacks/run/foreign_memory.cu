// Attack: a kernel that looks for the checker's next matrices all over the device's memory
// Verdict: fault
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

__global__ void kernel(const float* input, float* output, int rows, int columns) {
    float sum = 0;
    for (long far = 1; far < 1 << 16; ++far)
        sum += input[far * 1024 * 64] + input[-far * 1024 * 64];
    output[0] = sum;
}

void transpose(const float* input, float* output, int rows, int columns) {
    kernel<<<1, 1>>>(input, output, rows, columns);
}
