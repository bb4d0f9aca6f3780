// Attack: has the engine get each message of the CUDA runtime twice, callbacks' answers, too
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    engine::Relay relay([](const std::vector<char>& message, auto send) {
        send(message);
        send(message);
    });
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    cudaLaunchHostFunc(
        nullptr, [](void*) {}, nullptr);
    cudaMemcpy(output, block, count * sizeof *block, cudaMemcpyDeviceToHost);
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
