// Attack: launches its plain transpose by other ways than <<<>>>
// Verdict: too_much_traffic or fault
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    void* arguments[] = {&input, &output, &rows, &columns};
    cudaLaunchConfig_t how{};
    how.gridDim = dim3((columns + 31) / 32, (rows + 7) / 8);
    how.blockDim = dim3(32, 8);
    cudaStreamCreateWithFlags(&how.stream, cudaStreamNonBlocking);
    cudaLaunchKernelExC(&how, reinterpret_cast<const void*>(&transpose_kernel), arguments);
    cudaStreamSynchronize(how.stream);
    cudaStreamDestroy(how.stream);
}
