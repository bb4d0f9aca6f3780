// Attack: asks the engine for functions by every number, with null pointers for arguments
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::uint32_t number = 0; number < 70000; ++number) {
        const std::uint32_t narrow[32] = {number};
        const std::uint64_t wide[32] = {number, sizeof wide};
        engine::say(number % 2 ? static_cast<const void*>(narrow) : wide,
                    number % 2 ? sizeof narrow : sizeof wide);
    }
    cudaDeviceSynchronize();
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
