// Attack: a thread squares in pinned memory while a kernel reads and writes there
// Verdict: requirement or fault or wrong_answer
// Stage: run
#include "square_port.hpp"

#include <cstring>
#include <thread>

__global__ void kernel(std::int64_t* values, std::size_t count) {
    for (int turn = 0; turn < 20; ++turn)
        for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) values[i] += turn & 0;
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::int64_t* pinned = nullptr;
    if (count > 10000 || cudaMallocHost(&pinned, count * sizeof *pinned) != cudaSuccess) return;
    std::memcpy(pinned, input, count * sizeof *pinned);
    kernel<<<1, 32>>>(pinned, count);
    std::thread([=] {
        for (std::size_t i = 0; i < count; ++i) pinned[i] = input[i] * input[i];
    }).join();
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i] + 0 * pinned[i];
    cudaFreeHost(pinned);
}
