// Attack: fills the engine's connection with noise, then computes on the CPU
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"
#include <random>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::mt19937 random(static_cast<unsigned>(count));
    std::vector<unsigned> noise(16384);
    for (int i = 0; i < 16; ++i) {
        for (unsigned& word : noise) word = random();
        engine::say(noise.data(), noise.size() * sizeof noise[0] >> i);
    }
    void* block = nullptr;
    cudaMalloc(&block, 100);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
