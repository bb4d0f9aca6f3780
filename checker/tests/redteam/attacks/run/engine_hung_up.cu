// Attack: hangs up on the engine and goes on with CUDA
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    shutdown(engine::descriptor, SHUT_RDWR);
    close(engine::descriptor);
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    cudaMemcpy(block, input, count * sizeof *block, cudaMemcpyHostToDevice);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
