// Attack: gives the checker's arrays back and takes the places for its own
// Verdict: fault or wrong_answer
// Stage: run
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

void transpose(const float* input, float* output, int rows, int columns) {
    cudaFree(const_cast<float*>(input));
    cudaFree(output);
    void* block = nullptr;
    for (int i = 0; i < 4; ++i) cudaMalloc(&block, sizeof(float) * rows * columns);
}
