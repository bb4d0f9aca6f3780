// Attack: messages to the engine of which every word may be a length: huge, negative, none
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (const std::uint64_t word :
         {0ull, 1ull, ~0ull, 1ull << 31, 1ull << 32, 1ull << 40, 1ull << 63, ~0ull >> 1})
        for (std::size_t words = 1; words <= 4096; words *= 2) {
            const std::vector<std::uint64_t> message(words, word);
            engine::say(message.data(), words * sizeof word);
        }
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
