// Attack: puts its plain transpose into a graph, which is started later
// Verdict: too_much_traffic or requirement or fault
// Stage: run
// Lesson: 34_transpose_tiled
// Points: 3
#include "transpose_tiled.hpp"

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    const int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < rows && c < columns) output[c * rows + r] = input[r * columns + c];
}

void transpose(const float* input, float* output, int rows, int columns) {
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    transpose_kernel<<<dim3((columns + 31) / 32, (rows + 7) / 8), dim3(32, 8), 0, stream>>>(
        input, output, rows, columns);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
}
