// Attack: registers memory and takes it away before the device uses it
// Verdict: fault or crashed or requirement or exited
// Stage: run
#include "square_port.hpp"

#include <sys/mman.h>

__global__ void kernel(std::int64_t* values) { values[threadIdx.x] = 1; }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    const std::size_t bytes = 1 << 20;
    void* block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cudaHostRegister(block, bytes, cudaHostRegisterMapped);
    munmap(block, bytes);
    kernel<<<1, 32>>>(static_cast<std::int64_t*>(block));
    cudaDeviceSynchronize();
    cudaMemcpy(output, block, count * sizeof *output, cudaMemcpyDefault);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
