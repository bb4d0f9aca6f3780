// Attack: works on the CPU, then has the device forget what it has recorded
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

extern "C" __attribute__((weak)) void workbook_trace_begin();

__global__ void kernel(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) output[i] = input[i] * input[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    if (count == 0 || !workbook_trace_begin) return;
    workbook_trace_begin();
    std::int64_t *from, *to;
    const std::size_t bytes = count * sizeof *from;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, input, bytes, cudaMemcpyHostToDevice);
    kernel<<<static_cast<unsigned>((count + 255) / 256), 256>>>(from, to, count);
    cudaMemcpy(output, to, bytes, cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
}
