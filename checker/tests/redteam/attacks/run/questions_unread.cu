// Attack: answers the questions of a large copy before they are asked, and reads none, so that the engine cannot ask on
// Verdict: requirement or timed_out or out_of_memory
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    constexpr std::size_t bytes = 64 << 20;
    char* block = nullptr;
    cudaMalloc(&block, bytes);
    static std::vector<char> host(bytes);
    const int channel = raw_engine::open_channel();
    raw_engine::send_packet(
        channel,
        {.kind = raw_engine::Kind::call, .what = static_cast<std::uint16_t>(Function::cudaMemcpy)},
        raw_engine::Bytes().put(block).put(host.data()).put(bytes).put(1).all());
    for (int i = 0; i < 2000; ++i) {
        raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer}, {1});
        if (i % 20 == 0) usleep(200);
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::hide_the_end({channel});
}
