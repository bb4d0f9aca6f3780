// Attack: waits for the device in place of the bytes that a copy is to bring, so that the engine waits for itself
// Verdict: requirement or timed_out
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    static const std::int64_t number = 1;
    std::int64_t* block = nullptr;
    cudaMalloc(&block, 8);
    const int channel = raw_engine::open_channel();
    const auto copy = raw_engine::Bytes().put(block).put(&number).put(sizeof number).put(1);
    raw_engine::Header header;
    raw_engine::send_packet(
        channel,
        {.kind = raw_engine::Kind::call, .what = static_cast<std::uint16_t>(Function::cudaMemcpy)},
        copy.all());
    while (raw_engine::receive_packet(channel, header) &&
           header.what == static_cast<std::uint16_t>(raw_engine::Service::is_mapped))
        raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer}, {1});
    raw_engine::send_packet(channel,
                            {.kind = raw_engine::Kind::call,
                             .what = static_cast<std::uint16_t>(Function::cudaDeviceSynchronize)});
    usleep(20'000);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    raw_engine::hide_the_end({channel});
}
