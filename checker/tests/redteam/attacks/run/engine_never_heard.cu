// Attack: has the engine answer and answer, and never reads a word of it
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    char message[64];
    const auto length = recv(engine::descriptor, message, sizeof message, MSG_DONTWAIT);
    for (int i = 0; i < 200000; ++i) engine::say(message, length > 0 ? length : 16);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
