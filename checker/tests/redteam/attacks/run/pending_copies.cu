// Attack: returns while its copies are under way, out of memory that is given back
// Verdict: wrong_answer or requirement or fault
// Stage: run
#include "square_port.hpp"

__global__ void kernel(std::int64_t* values, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) values[i] *= values[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    if (count == 0) return;
    cudaStream_t stream = nullptr;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    std::int64_t* block = nullptr;
    cudaMallocAsync(&block, count * sizeof *block, stream);
    cudaMemcpyAsync(block, input, count * sizeof *block, cudaMemcpyHostToDevice, stream);
    kernel<<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream>>>(block, count);
    cudaFreeAsync(block, stream);
    cudaMemcpyAsync(output, block, count * sizeof *block, cudaMemcpyDeviceToHost, stream);
}
