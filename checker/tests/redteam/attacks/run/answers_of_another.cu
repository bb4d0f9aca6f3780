// Attack: answers, results and questions on channels where nothing was asked, and on one that waits for another's answer
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Header;
    using raw_engine::Kind;
    const std::vector<char> yes(64, 1);
    for (const Kind kind :
         {Kind::answer, Kind::done, Kind::ask, Kind::hello, static_cast<Kind>(99)}) {
        const int channel = raw_engine::open_channel();
        for (std::uint16_t what = 0; what < 20; ++what)
            raw_engine::send_packet(
                channel, {.kind = kind, .what = what, .flags = 1, .attached = 1u << 31}, yes);
        close(channel);
    }
    // The one waits for its host function's end; the other one, and the runtime's own, say that it has come.
    const int waits = raw_engine::open_channel(), tells = raw_engine::open_channel();
    raw_engine::send_packet(
        waits,
        {.kind = Kind::call,
         .what = static_cast<std::uint16_t>(raw_engine::Function::cudaLaunchHostFunc)},
        raw_engine::Bytes()
            .put(std::uint64_t{0})
            .put(std::uint64_t{8})
            .put(std::uint64_t{8})
            .all());
    raw_engine::send_packet(
        waits, {.kind = Kind::call,
                .what = static_cast<std::uint16_t>(raw_engine::Function::cudaDeviceSynchronize)});
    for (const int channel : raw_engine::channels_of_runtime())
        if (channel != waits) raw_engine::send_packet(channel, {.kind = Kind::answer}, yes);
    raw_engine::send_packet(tells, {.kind = Kind::answer}, yes);
    close(waits);
    close(tells);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
