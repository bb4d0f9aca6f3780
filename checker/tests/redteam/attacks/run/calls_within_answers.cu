// Attack: makes a call in place of each answer that is due, and in that one the next, without end
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    std::int64_t* block = nullptr;
    cudaMalloc(&block, count * sizeof *block);
    for (int times = 0; times < 20; ++times) {
        const int channel = raw_engine::open_channel();
        const auto copy =
            raw_engine::Bytes().put(block).put(input).put(count * 8).put(std::int32_t{1});
        int depth = 0;
        raw_engine::call(channel, Function::cudaMemcpy, copy, [&](const raw_engine::Header&) {
            if (++depth > 1000) return;
            raw_engine::send_packet(channel,
                                    {.kind = raw_engine::Kind::call,
                                     .what = static_cast<std::uint16_t>(Function::cudaMemcpy)},
                                    copy.all());
        });
        close(channel);
    }
    cudaFree(block);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
