// Attack: keeps every third message of the CUDA runtime from the engine
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    engine::Relay relay([turn = 0](const std::vector<char>& message, auto send) mutable {
        if (++turn % 3 != 0) send(message);
    });
    void* block = nullptr;
    for (int i = 0; i < 10; ++i) cudaMalloc(&block, 100);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
