// Attack: a thread that answers the engine late, so that the engine waits for it when the program is stopped
// Verdict: forbidden
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <thread>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    std::int64_t* block = nullptr;
    cudaMalloc(&block, 8);
    std::thread([block] {
        static const std::int64_t number = 1;
        const int channel = raw_engine::open_channel();
        const auto copy = raw_engine::Bytes().put(block).put(&number).put(sizeof number).put(1);
        const auto answer_late = [&](const raw_engine::Header&) {
            usleep(2000);
            raw_engine::send_packet(channel, {.kind = raw_engine::Kind::answer},
                                    std::vector<char>(64));
        };
        while (raw_engine::call(channel, Function::cudaMemcpy, copy, answer_late)) {
        }
        pause();
    }).detach();
    usleep(20'000);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
