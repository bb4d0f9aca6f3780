// Attack: stands between the CUDA runtime and the engine and changes a bit of each message
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

__global__ void kernel(const std::int64_t* from, std::int64_t* to, std::size_t count) {
    const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    engine::Relay relay([count](std::vector<char> message, auto send) {
        static unsigned turn = static_cast<unsigned>(count);
        turn = turn * 1664525 + 1013904223;
        message[(turn >> 8) % message.size()] ^= static_cast<char>(1 << (turn >> 29));
        send(message);
    });
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    cudaMemcpy(block, input, count * sizeof *block, cudaMemcpyHostToDevice);
    kernel<<<1, 32>>>(block, block, count);
    cudaMemcpy(output, block, count * sizeof *block, cudaMemcpyDeviceToHost);
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
