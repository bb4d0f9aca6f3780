// Attack: takes pinned and managed memory out of its own program, and has the device go on with it
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include <sys/mman.h>

__global__ void kernel(std::int64_t* values) { values[threadIdx.x] = 1; }

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t *pinned = nullptr, *managed = nullptr;
    cudaMallocHost(&pinned, 1 << 20);
    cudaMallocManaged(&managed, 1 << 20);
    munmap(pinned, 1 << 20);
    munmap(managed, 1 << 20);
    kernel<<<1, 32>>>(pinned);
    kernel<<<1, 32>>>(managed);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
    cudaFree(managed);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
