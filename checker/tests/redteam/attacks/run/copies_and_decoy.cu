// Attack: transposes by copies on the device, column by column, and starts a kernel that does nothing
// Verdict: requirement or too_much_traffic or timed_out
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

__global__ void transpose_kernel() {}

void transpose(const float* input, float* output, int rows, int columns) {
    for (int c = 0; c < columns; ++c)
        cudaMemcpy2DAsync(output + std::size_t(c) * rows, 4, input + c, std::size_t(columns) * 4, 4,
                          rows, cudaMemcpyDeviceToDevice, nullptr);
    transpose_kernel<<<1, 32>>>();
}
