// Attack: leaves the engine without an answer before the first call, which the checker is about to prepare
// Verdict: requirement or timed_out or forbidden
// Stage: early
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void early() {
    using raw_engine::Function;
    alignas(4096) static char page[4096];
    raw_engine::send_packet(raw_engine::open_channel(),
                            {.kind = raw_engine::Kind::call,
                             .what = static_cast<std::uint16_t>(Function::cudaHostRegister)},
                            raw_engine::Bytes().put(page).put(sizeof page).put(0u).all());
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
