// Attack: hundreds of channels to the engine, ungreeted, greeted, in the middle of a call, all left open
// Verdict: any
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <sys/resource.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    using raw_engine::Function;
    for (int i = 0; i < 240; ++i) {
        const int channel = raw_engine::open_channel(i % 3 != 0);
        if (channel < 0) break;
        if (i % 3 == 1)
            raw_engine::send_packet(channel,
                                    {.kind = raw_engine::Kind::call,
                                     .what = static_cast<std::uint16_t>(Function::cudaMemcpy)},
                                    raw_engine::Bytes()
                                        .put(output)
                                        .put(input)
                                        .put(count * sizeof *output)
                                        .put(std::int32_t{4})
                                        .all());
    }
    for (int i = 0; i < 1000; ++i) { // and as many ends whose other end is closed
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) break;
        raw_engine::send_packet(workbook::wire::door_descriptor, {}, {}, ends[1]);
        close(ends[0]);
        close(ends[1]);
    }
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
