// Attack: throws the device away with the checker's arrays on it
// Verdict: fault or wrong_answer or crashed or requirement
// Stage: run
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

void transpose(const float*, float*, int, int) {
    void* block = nullptr;
    cudaDeviceReset();
    cudaMalloc(&block, 1 << 20);
}
